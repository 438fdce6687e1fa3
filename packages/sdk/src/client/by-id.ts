import { CONTENT_TYPE, IDEMPOTENCY_KEY, RETRY_AFTER } from '#contract/tables.ts'
import type { RetrievedResearch } from '#contract/types.ts'
import { later } from '#stream/later.ts'
import { readRest } from '#stream/read-body.ts'
import { abortable } from './abort.ts'
import { isReadable } from './answer.ts'
import { type Call, makeCall } from './call.ts'
import { ConnectionError, type DeepResearchError } from './errors.ts'
import type { CallOptions } from './options.ts'
import type { Outgoing } from './outgoing.ts'
import { createPatience } from './patience.ts'
import type { Answered } from './research-promise.ts'
import { researchURL } from './resume.ts'
import { spread } from './retry.ts'
import { parseRetryAfter } from './retry-after.ts'
import { callSettings, type Settings } from './settings.ts'

/** Reads the JSON that tells the status of a research. */
async function readResearch(response: Response, { failures, signal, settings }: Call): Promise<RetrievedResearch> {
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  const maxMs = settings.idleTimeoutMs || Infinity
  const { text, isWhole } = await readRest(reader, settings.maxEventBytes, maxMs, signal)
  signal.throwIfAborted()
  if (!isWhole) {
    throw new ConnectionError('The answer broke off, or is too large.', { ...failures.facts, phase: 'body' })
  }
  try {
    const data: RetrievedResearch = JSON.parse(text)
    if (typeof data.status === 'string') return data
  } catch {
    // The error below says what is wrong.
  }
  throw failures.protocol(`Expected a research as JSON, got ${response.headers.get(CONTENT_TYPE)}.`, text, 1)
}

/** Retrieves the status of a research as JSON. */
export async function retrieveResearch(
  settings: Settings,
  id: string,
  options: CallOptions,
): Promise<Answered<RetrievedResearch>> {
  const outgoing: Outgoing = {
    method: 'GET',
    url: researchURL(settings.url, id),
    headers: new Headers({ accept: 'application/json' }),
    isWanted: (response) => response.ok && isReadable(response),
  }
  return makeCall(settings, outgoing, options, async ({ response }, call) => {
    const data = await readResearch(response, call)
    call.end({})
    return data
  })
}

/** Retrieves the status of a research until it has ended. A service that is away for a while may come back. */
export async function awaitResearch(
  settings: Settings,
  id: string,
  options: CallOptions,
): Promise<Answered<RetrievedResearch>> {
  const defaultMs = 5_000
  const { resume, retry } = callSettings(settings, options)
  const patience = createPatience(resume)
  const { signal = new AbortController().signal } = options
  for (let polls = 0; ; polls += 1) {
    let delayMs: number | undefined
    try {
      const answered = await retrieveResearch(settings, id, options)
      if (answered.data.status !== 'running') return answered
      patience.lost(polls)
      delayMs = spread(parseRetryAfter(answered.response.headers.get(RETRY_AFTER), Date.now()) ?? defaultMs)
    } catch (error) {
      delayMs = patience.delayAfter(error as DeepResearchError, retry.maxRetryAfterMs)
      if (delayMs === undefined) throw error
    }
    const waitMs = delayMs
    await abortable<void>(signal, (resolve) => later(resolve, waitMs))
  }
}

/** Cancels a research by its id or by the idempotency key with which it was started. */
export async function cancelResearch(
  settings: Settings,
  which: string | { readonly idempotencyKey: string },
  options: CallOptions,
): Promise<Answered<void>> {
  const key = Object(which).idempotencyKey
  const outgoing: Outgoing = {
    method: 'DELETE',
    url: key ? settings.url : researchURL(settings.url, which as string),
    headers: new Headers(key ? { [IDEMPOTENCY_KEY]: key } : {}),
    isWanted: ({ ok }) => ok,
  }
  return makeCall(settings, outgoing, options, async ({ response }, call) => {
    await response.body?.cancel()
    call.end({})
  })
}
