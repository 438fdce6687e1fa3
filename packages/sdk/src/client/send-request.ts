import { API_KEY_HEADER } from '#contract/tables.ts'
import { ignore } from '#stream/ignore.ts'
import { later } from '#stream/later.ts'
import { abortable } from './abort.ts'
import { ConfigurationError } from './configuration-error.ts'
import { type ConnectionPhase, RequestTimeoutError } from './errors.ts'
import type { FetchInit } from './options.ts'
import type { Outgoing } from './outgoing.ts'
import { failureOf } from './send-failure.ts'
import { checkKey, type Settings } from './settings.ts'
import type { StreamFailures } from './stream-failures.ts'

/** The call that a request belongs to. */
export interface Sender {
  readonly settings: Settings
  /** Ends the attempt. Once there is a response, only `disconnect` does. */
  readonly signal: AbortSignal
  readonly failures: StreamFailures
}

/** A response, and a way to close its connection at once. */
export interface Answer {
  readonly response: Response
  disconnect(): void
}

/**
 * Sends once and resolves with the head of the response. Redirects are not followed.
 *
 * @param refused - whether the service refused the key that was sent before
 * @throws {@link ConnectionError}, {@link RequestTimeoutError}, {@link ConfigurationError} if the key or an option of
 * `fetch` is unusable, or the signal's reason
 */
export async function sendRequest(
  outgoing: Outgoing,
  { settings: { fetch, fetchOptions, apiKey, timeoutMs }, signal, failures }: Sender,
  refused = false,
): Promise<Answer> {
  const { url, headers, method, body } = outgoing
  const controller = new AbortController()
  const disconnect = (): void => controller.abort()
  let phase: ConnectionPhase = 'connect'

  // A `fetch` that throws is treated as one that rejects.
  async function send(): Promise<Response> {
    const { dispatcher }: { readonly dispatcher?: { readonly dispatch?: unknown } | null } = fetchOptions
    if (dispatcher !== undefined && typeof dispatcher?.dispatch !== 'function') {
      const what = 'The dispatcher must be an agent of undici.'
      throw new ConfigurationError(what, { ...failures.facts, creditsCharged: 0 })
    }
    let key: string
    try {
      key = checkKey(typeof apiKey === 'function' ? await apiKey({ refused }) : apiKey)
    } catch (cause) {
      throw ConfigurationError.isInstance(cause) ? cause : new ConfigurationError('apiKey gave no key.', { cause })
    }
    failures.hider.add(key)
    const init: FetchInit = {
      ...fetchOptions,
      method,
      ...(body && { body }),
      headers: { ...Object.fromEntries(headers), [API_KEY_HEADER]: key },
      redirect: 'manual',
      signal: controller.signal,
    }
    controller.signal.throwIfAborted()
    phase = 'headers'
    return fetch(url, init)
  }

  try {
    // The rejection is our own, because a `fetch` that ignores signals must not hold up the caller.
    const response = await abortable<Response>(signal, (resolve, reject) => {
      send().then(
        (late) => {
          if (!late?.headers)
            return reject(new ConfigurationError('fetch, or a middleware, gave no response.', failures.facts))
          if (controller.signal.aborted) late.body?.cancel().catch(ignore)
          resolve(late)
        },
        (error: unknown) => reject(failureOf(error, outgoing, failures)),
      )
      const giveUp = (): void =>
        reject(
          new RequestTimeoutError(`No answer within ${timeoutMs} ms to ${method} ${url}.`, {
            ...failures.facts,
            phase,
          }),
        )
      return timeoutMs > 0 ? later(giveUp, timeoutMs) : ignore
    })
    return { response, disconnect }
  } catch (error) {
    disconnect()
    throw error
  }
}
