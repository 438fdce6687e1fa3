import { API_KEY_HEADER } from '#contract/tables.ts'
import { hasCauseCode } from '#stream/cause-code.ts'
import { ignore } from '#stream/ignore.ts'
import { abortable, later } from './abort.ts'
import { connectionPhase } from './connection-phase.ts'
import { ConnectionError, type DeepResearchError, RequestTimeoutError } from './errors.ts'
import type { Settings } from './options.ts'
import type { StreamFailures } from './stream-failures.ts'

/** One try of one request. */
export interface Outgoing {
  readonly method: 'POST' | 'DELETE'
  readonly url: string
  /** Without the key, which is added here. */
  readonly headers: Headers
  readonly body?: string
}

export interface SendOptions {
  readonly settings: Pick<Settings, 'fetch' | 'apiKey' | 'timeoutMs'>
  /** Ends the try. Once there is an answer, only `disconnect` does. */
  readonly signal: AbortSignal
  readonly failures: Pick<StreamFailures, 'hider'>
}

/** An answer, and the way to end its connection at once. */
export interface Answer {
  readonly response: Response
  disconnect(): void
}

function failure(error: unknown, { hider }: SendOptions['failures']): DeepResearchError {
  const phase = connectionPhase(error)
  const facts = { phase, cause: hider.cause(error) }
  if (hasCauseCode(error, 'UND_ERR_HEADERS_TIMEOUT')) {
    return new RequestTimeoutError('No answer in time.', facts)
  }
  return new ConnectionError(
    phase === 'connect' ? 'The service could not be reached.' : 'No answer came; the request may have been charged.',
    facts,
  )
}

/**
 * Sends once and resolves with the response's head. Redirects are not followed.
 *
 * @throws {@link ConnectionError}, {@link RequestTimeoutError}, or the signal's reason
 */
export async function sendRequest(
  { url, headers, ...rest }: Outgoing,
  { settings: { fetch, apiKey, timeoutMs }, signal, failures }: SendOptions,
): Promise<Answer> {
  const controller = new AbortController()
  const disconnect = (): void => controller.abort()
  const init: RequestInit = {
    ...rest,
    headers: { ...Object.fromEntries(headers), [API_KEY_HEADER]: apiKey },
    redirect: 'manual',
    signal: controller.signal,
  }
  try {
    // Not fetch's own rejection but ours: a fetch that does not know signals must not hold the caller.
    const response = await abortable<Response>(signal, (resolve, reject) => {
      // A fetch that throws instead of rejecting has rejected.
      const fetched = (async () => fetch(url, init))()
      fetched.then(
        (late) => {
          if (controller.signal.aborted) late.body?.cancel().catch(ignore)
          resolve(late)
        },
        (error: unknown) => reject(failure(error, failures)),
      )
      const giveUp = (): void =>
        reject(new RequestTimeoutError(`No answer within ${timeoutMs} ms.`, { phase: 'headers' }))
      return timeoutMs > 0 ? later(giveUp, timeoutMs) : ignore
    })
    return { response, disconnect }
  } catch (error) {
    disconnect()
    throw error
  }
}
