import { HEADERS } from '#contract/tables.ts'
import type { Connection } from './event-pump.ts'
import type { KeyHider } from './hide-key.ts'
import { notify } from './hooks.ts'
import { openResponse, refusalOf } from './open-response.ts'
import type { Settings } from './options.ts'
import type { PartialTracker } from './partial.ts'
import { hiddenHeaders } from './read-error.ts'
import { type Answer, sendRequest } from './send-request.ts'
import type { StreamFailures } from './stream-failures.ts'

/** One request from its first try to the end of its stream. */
export interface Call {
  readonly settings: Settings
  readonly body: string
  /** Without the key, which is added on sending. */
  readonly headers: Readonly<Record<string, string>>
  /** Fires when the caller aborts, and when the stream is over. */
  readonly signal: AbortSignal
  readonly hider: KeyHider
  readonly partial: PartialTracker
  readonly failures: StreamFailures
  /** How many tries there have been, of whichever kind. */
  tries: number
}

/** An answer that is a stream. */
export interface Opened {
  readonly answer: Answer
  readonly connection: Connection
}

/** Sends one POST and opens its answer as a stream. */
export async function post(call: Call, headers: Readonly<Record<string, string>>): Promise<Opened> {
  const { settings, signal, hider, body, failures } = call
  const { fetch, timeoutMs, url, hooks, apiKey } = settings
  const attempt = call.tries
  call.tries += 1
  const shown = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, hider.text(value)]))
  notify(hooks.onRequest, { method: 'POST', url, headers: shown, attempt })
  const outgoing = { method: 'POST', url, body, headers: { ...headers, [HEADERS.apiKey]: apiKey } } as const
  const answer = await sendRequest(outgoing, { fetch, timeoutMs, signal, hider })
  const { response } = answer
  const requestId = response.headers.get(HEADERS.requestId) ?? undefined
  notify(hooks.onResponse, {
    url,
    status: response.status,
    headers: hiddenHeaders(response.headers, hider),
    requestId,
    attempt,
  })
  const connection = openResponse(answer)
  if (connection === undefined) throw await refusalOf(response, failures, hider, signal)
  return { answer, connection }
}
