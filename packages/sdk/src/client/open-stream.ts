import { CONTENT_TYPE, IDEMPOTENCY_KEY, RESUMABLE } from '#contract/tables.ts'
import { ignore } from '#stream/ignore.ts'
import { beginCall, type Call, sendWithRetries } from './call.ts'
import { createStream } from './create-stream.ts'
import { ConfigurationError } from './errors.ts'
import type { RequestOptions, ResearchParams, ResumeOptions } from './options.ts'
import type { Places } from './places.ts'
import { isStream, requestIdOf } from './read-error.ts'
import { requestBody } from './request-body.ts'
import type { Answered } from './research-promise.ts'
import type { ResearchStream } from './research-stream.ts'
import { createReconnect, resumeHeaders, sendCancel } from './resume.ts'
import { atLeast, type Settings } from './settings.ts'

const ACCEPT = { accept: 'text/event-stream' }

/**
 * Opens the stream of a call: waits for a place, sends, retries. The place is held, and the caller's signal listened
 * to, until the stream is over.
 *
 * @param resumed - The research that is gone on with, and the events that have come of it.
 */
async function openStream(
  call: Call,
  places: Places,
  resumed?: { id: string; after: number },
): Promise<Answered<ResearchStream>> {
  const { settings, signal } = call
  let giveBack = ignore
  try {
    signal.throwIfAborted()
    giveBack = await places.take(signal)
    const answer = await sendWithRetries(call, isStream, resumed !== undefined)
    const { response } = answer
    const id = resumed?.id ?? requestIdOf(response)
    const isResumable = resumed !== undefined || response.headers.get(RESUMABLE) === 'true'
    const resumable = isResumable ? id : undefined
    const data = createStream({
      ...call,
      ...settings,
      response,
      answer,
      id,
      after: resumed?.after,
      open: !resumable ? undefined : createReconnect(call, resumable),
      onOver: (outcome) => {
        giveBack()
        if (outcome.byCaller && resumable) sendCancel(call, resumable)
        call.end(outcome)
      },
    })
    return { data, response }
  } catch (error) {
    giveBack()
    call.end({ error })
    throw error
  }
}

/** Begins a research. */
export async function beginResearch(
  settings: Settings,
  places: Places,
  params: ResearchParams,
  options: RequestOptions,
): Promise<Answered<ResearchStream>> {
  const body = requestBody(params, options)
  const { idempotencyKey } = options
  if (idempotencyKey !== undefined && !/^[!-~]{1,128}$/.test(idempotencyKey)) {
    throw new ConfigurationError('idempotencyKey must be 1 to 128 visible ASCII characters.')
  }
  const headers = new Headers({ [CONTENT_TYPE]: 'application/json', ...ACCEPT })
  if (idempotencyKey) headers.set(IDEMPOTENCY_KEY, idempotencyKey)
  return openStream(beginCall(settings, { method: 'POST', url: settings.url, body, headers }, options), places)
}

/** Goes on with a research that runs, or has ended; it is not charged again. */
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
