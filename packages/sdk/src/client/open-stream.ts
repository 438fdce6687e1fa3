import { CONTENT_TYPE, DETACHED, IDEMPOTENCY_KEY, RESUMABLE } from '#contract/tables.ts'
import { idOf, isDetached, isStream } from './answer.ts'
import { makeCall } from './call.ts'
import { must } from './configuration-error.ts'
import { createStream } from './create-stream.ts'
import type { RequestOptions, ResearchParams, ResumeOptions, StartOptions, StreamOptions } from './options.ts'
import { requestBody } from './request-body.ts'
import type { Answered } from './research-promise.ts'
import type { ResearchStream } from './research-stream.ts'
import { createDetach, createReconnect, resumeHeaders, sendCancel } from './resume.ts'
import type { Settings } from './settings.ts'

const ACCEPT = { accept: 'text/event-stream' }

/**
 * Opens a stream. The call holds its place and listens to the caller's signal until the stream ends.
 *
 * @param resumed - the id of the research to resume, if it is not a new one
 * @param after - how many of its events have arrived
 */
function openStream(
  settings: Settings,
  request: { readonly headers: Headers; readonly body?: string },
  { detached, ...options }: StreamOptions,
  resumed?: string,
  after = 0,
): Promise<Answered<ResearchStream>> {
  if (detached) request.headers.set(DETACHED, 'true')
  const outgoing = { ...request, method: 'POST', url: settings.url, isWanted: isStream, isWhole: !after } as const
  return makeCall(settings, outgoing, options, (answer, call) => {
    const { response } = answer
    const id = resumed ?? idOf(response)
    const resumable = resumed || response.headers.get(RESUMABLE) === 'true' ? id : undefined
    return createStream({
      ...call,
      ...call.settings,
      response,
      answer,
      id,
      after,
      open: resumable ? createReconnect(call, resumable) : undefined,
      detach: resumable && !isDetached(response) ? createDetach(call, resumable) : undefined,
      onOver(outcome): void {
        if (outcome.byCaller && !outcome.isDetached && resumable) sendCancel(call, resumable)
        call.end(outcome)
      },
    })
  })
}

/** Starts research. */
export async function beginResearch(
  settings: Settings,
  params: ResearchParams,
  { idempotencyKey, extraBody, ...options }: RequestOptions,
): Promise<Answered<ResearchStream>> {
  const body = requestBody(params, extraBody)
  const isFit = idempotencyKey === undefined || /^[!-~]{1,128}$/.test(idempotencyKey)
  must(isFit, 'idempotencyKey', 'visible ASCII, at most 128')
  const headers = new Headers({ [CONTENT_TYPE]: 'application/json', ...ACCEPT })
  if (idempotencyKey) headers.set(IDEMPOTENCY_KEY, idempotencyKey)
  return openStream(settings, { headers, body }, options)
}

/** Resumes a research that is running or has ended; it is not charged again. */
export async function resumeResearch(
  settings: Settings,
  id: string,
  { after = 0, ...options }: ResumeOptions,
): Promise<Answered<ResearchStream>> {
  must(Number.isInteger(after) && after >= 0, 'after', 'a number of events')
  return openStream(settings, { headers: resumeHeaders(new Headers(ACCEPT), id, after) }, options, id, after)
}

/** Starts research that goes on by itself, and leaves it. */
export async function startResearch(
  settings: Settings,
  params: ResearchParams,
  options: StartOptions,
): Promise<Answered<string>> {
  const { data: stream, response } = await beginResearch(settings, params, { ...options, detached: true })
  return { data: (await stream.detach()).id, response }
}
