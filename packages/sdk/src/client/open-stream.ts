import { CONTENT_TYPE, IDEMPOTENCY_KEY, RESUMABLE } from '#contract/tables.ts'
import { isStream, requestIdOf } from './answer.ts'
import { beginCall, type Call, during, sendWithRetries } from './call.ts'
import { createStream } from './create-stream.ts'
import { ConfigurationError } from './errors.ts'
import type { RequestOptions, ResearchParams, ResumeOptions } from './options.ts'
import type { Places } from './places.ts'
import { requestBody } from './request-body.ts'
import type { Answered } from './research-promise.ts'
import type { ResearchStream } from './research-stream.ts'
import { createReconnect, resumeHeaders, sendCancel } from './resume.ts'
import { atLeast, type Settings } from './settings.ts'

const ACCEPT = { accept: 'text/event-stream' }

/**
 * Opens the stream of a call: waits for a place, sends, and retries. The call holds the place and listens to the
 * caller's signal until the stream ends.
 *
 * @param resumed - the research to resume, and how many of its events have arrived
 */
function openStream(
  call: Call,
  places: Places,
  resumed?: { readonly id: string; readonly after: number },
): Promise<Answered<ResearchStream>> {
  return during(call, async () => {
    await places.take(call.signal)
    const answer = await sendWithRetries(call, isStream, resumed !== undefined)
    const { response } = answer
    const id = resumed?.id ?? requestIdOf(response)
    const resumable = resumed || response.headers.get(RESUMABLE) === 'true' ? id : undefined
    const data = createStream({
      ...call,
      ...call.settings,
      response,
      answer,
      id,
      after: resumed?.after,
      open: resumable ? createReconnect(call, resumable) : undefined,
      onOver(outcome): void {
        if (outcome.byCaller && resumable) sendCancel(call, resumable)
        call.end(outcome)
      },
    })
    return { data, response }
  })
}

/** Starts research. */
export async function beginResearch(
  settings: Settings,
  places: Places,
  params: ResearchParams,
  options: RequestOptions,
): Promise<Answered<ResearchStream>> {
  const body = requestBody(params, options)
  const { idempotencyKey } = options
  if (idempotencyKey !== undefined && !/^[!-~]{1,128}$/.test(idempotencyKey)) {
    throw new ConfigurationError('idempotencyKey must be visible ASCII, at most 128.')
  }
  const headers = new Headers({ [CONTENT_TYPE]: 'application/json', ...ACCEPT })
  if (idempotencyKey) headers.set(IDEMPOTENCY_KEY, idempotencyKey)
  return openStream(beginCall(settings, { method: 'POST', url: settings.url, body, headers }, options), places)
}

/** Resumes a research that is running or has ended; it is not charged again. */
export async function resumeResearch(
  settings: Settings,
  places: Places,
  id: string,
  { after = 0, ...options }: ResumeOptions,
): Promise<Answered<ResearchStream>> {
  atLeast(0, 'after', Number.isInteger(after) ? after : Number.NaN)
  const headers = resumeHeaders(new Headers(ACCEPT), id, after)
  const call = beginCall(settings, { method: 'POST', url: settings.url, headers }, options, after === 0)
  return openStream(call, places, { id, after })
}
