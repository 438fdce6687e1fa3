import { CONTENT_TYPE, IDEMPOTENCY_KEY } from '#contract/tables.ts'
import type { RetrievedResearch } from '#contract/types.ts'
import { readRest } from '#stream/read-body.ts'
import { isReadable } from './answer.ts'
import { type Call, makeCall } from './call.ts'
import { ConnectionError } from './errors.ts'
import type { CallOptions } from './options.ts'
import type { Outgoing } from './outgoing.ts'
import type { Answered } from './research-promise.ts'
import { researchURL } from './resume.ts'
import type { Settings } from './settings.ts'

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
    call.end({ ends: true })
    return data
  })
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
    call.end({ ends: true })
  })
}
