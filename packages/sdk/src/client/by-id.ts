import { CONTENT_TYPE, IDEMPOTENCY_KEY } from '#contract/tables.ts'
import type { RetrievedResearch } from '#contract/types.ts'
import { readRest } from '#stream/read-body.ts'
import { isReadable } from './answer.ts'
import { beginCall, type Call, during, sendWithRetries } from './call.ts'
import { ConnectionError } from './errors.ts'
import type { CallOptions } from './options.ts'
import type { Outgoing } from './outgoing.ts'
import type { Answered } from './research-promise.ts'
import { researchURL } from './resume.ts'
import type { Settings } from './settings.ts'

/** Sends a request that costs nothing, reads its response, and ends its call. */
async function answered<Data>(
  settings: Settings,
  outgoing: Outgoing,
  options: CallOptions,
  isWanted: (response: Response) => boolean,
  read: (response: Response, call: Call) => Promise<Data>,
): Promise<Answered<Data>> {
  const call = beginCall(settings, outgoing, options)
  return during(call, async () => {
    const { response } = await sendWithRetries(call, isWanted, true)
    const data = await read(response, call)
    call.end({ ends: true })
    return { data, response }
  })
}

/** Retrieves the status of a research as JSON. */
export async function retrieveResearch(
  settings: Settings,
  id: string,
  options: CallOptions,
): Promise<Answered<RetrievedResearch>> {
  const headers = new Headers({ accept: 'application/json' })
  const outgoing = { method: 'GET', url: researchURL(settings.url, id), headers } as const
  return answered(
    settings,
    outgoing,
    options,
    (response) => response.ok && isReadable(response),
    async (response, { failures, signal, settings: { idleTimeoutMs, maxEventBytes } }) => {
      const body = response.body as ReadableStream<Uint8Array>
      const { text, isWhole } = await readRest(body.getReader(), maxEventBytes, idleTimeoutMs || Infinity, signal)
      signal.throwIfAborted()
      if (!isWhole) {
        throw new ConnectionError('The answer broke off, or is too large.', { ...failures.facts, phase: 'body' })
      }
      try {
        const data: RetrievedResearch = JSON.parse(text)
        if (typeof data.status === 'string') return data
      } catch {
        // It is said below.
      }
      throw failures.protocol(`Expected a research as JSON, got ${response.headers.get(CONTENT_TYPE)}.`, text, 1)
    },
  )
}

/** Cancels a research by its id or by the idempotency key with which it was started. */
export async function cancelResearch(
  settings: Settings,
  which: string | { readonly idempotencyKey: string },
  options: CallOptions,
): Promise<Answered<void>> {
  const key = Object(which).idempotencyKey
  const url = key ? settings.url : researchURL(settings.url, which as string)
  const headers = new Headers(key ? { [IDEMPOTENCY_KEY]: key } : {})
  return answered(
    settings,
    { method: 'DELETE', url, headers },
    options,
    ({ ok }) => ok,
    async ({ body }) => body?.cancel(),
  )
}
