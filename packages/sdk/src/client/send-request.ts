import { ignore } from '#stream/ignore.ts'
import { MAX_TIMER_MS } from '#stream/read-body.ts'
import { onAbort } from './abort.ts'
import { connectionPhase, isHeadersTimeout } from './connection-phase.ts'
import { ConnectionError, type DeepResearchError, RequestTimeoutError } from './errors.ts'
import type { KeyHider } from './hide-key.ts'
import type { Fetch } from './options.ts'

/** One try of one request. */
export interface Outgoing {
  readonly method: 'POST' | 'DELETE'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

export interface SendOptions {
  readonly fetch: Fetch
  /** Until response headers, in milliseconds; 0 = for ever. */
  readonly timeoutMs: number
  /** Ends the try. Once there is an answer, only `disconnect` does. */
  readonly signal: AbortSignal
  readonly hider: KeyHider
}

/** An answer, and the way to end its connection at once. */
export interface Answer {
  readonly response: Response
  disconnect(): void
}

function failure(error: unknown, hider: KeyHider): DeepResearchError {
  const phase = connectionPhase(error)
  const cause = hider.cause(error)
  if (isHeadersTimeout(error)) return new RequestTimeoutError('The service sent no answer in time.', { phase, cause })
  const what =
    phase === 'connect'
      ? 'The service could not be reached; nothing was sent.'
      : 'The connection was lost before the answer came; the request may have been charged.'
  return new ConnectionError(what, { phase, cause })
}

/**
 * Sends once and resolves with the response's head. Redirects are not followed.
 *
 * @throws {@link ConnectionError}, {@link RequestTimeoutError}, or the signal's reason
 */
export function sendRequest(outgoing: Outgoing, { fetch, timeoutMs, signal, hider }: SendOptions): Promise<Answer> {
  const { url, ...init } = outgoing
  const controller = new AbortController()
  return new Promise((resolve, reject) => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let settled = false
    const settle = (how: () => void): void => {
      if (settled) return
      settled = true
      clearTimeout(timer)
      stopListening()
      how()
    }
    // Not fetch's own rejection but ours: a fetch that does not know signals must not hold the caller.
    const giveUp = (reason: unknown): void =>
      settle(() => {
        reject(reason)
        controller.abort(reason)
      })
    let stopListening = ignore
    stopListening = onAbort(signal, giveUp)
    if (settled) return
    if (timeoutMs > 0) {
      const error = (): Error => new RequestTimeoutError(`No answer within ${timeoutMs} ms.`, { phase: 'headers' })
      timer = setTimeout(() => giveUp(error()), Math.min(timeoutMs, MAX_TIMER_MS))
    }
    call(fetch, url, { ...init, redirect: 'manual', signal: controller.signal }).then(
      (response) => {
        if (settled) response.body?.cancel().catch(ignore)
        settle(() => resolve({ response, disconnect: () => controller.abort() }))
      },
      (error: unknown) => settle(() => reject(failure(error, hider))),
    )
  })
}

/** A fetch that throws instead of rejecting has rejected. */
async function call(fetch: Fetch, url: string, init: RequestInit): Promise<Response> {
  return fetch(url, init)
}
