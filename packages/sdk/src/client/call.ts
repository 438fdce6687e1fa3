import { IDEMPOTENCY_KEY } from '#contract/tables.ts'
import { ignore } from '#stream/ignore.ts'
import { later } from '#stream/later.ts'
import { onAbort } from '#stream/on-abort.ts'
import { abortable } from './abort.ts'
import { accountOf } from './account.ts'
import { requestIdOf } from './answer.ts'
import { AuthenticationError, type DeepResearchError } from './errors.ts'
import type { Outcome } from './event-pump.ts'
import { hiddenHeaders } from './hide-key.ts'
import { createObservers, type Observers } from './hooks.ts'
import type { CallOptions } from './options.ts'
import type { Outgoing } from './outgoing.ts'
import { refusalOf } from './read-error.ts'
import { retryDelay } from './retry.ts'
import { type Answer, sendRequest } from './send-request.ts'
import { callSettings, type Settings } from './settings.ts'
import { createStreamFailures, type StreamFailures } from './stream-failures.ts'

/** One call of a client's method, from its first attempt to its end. */
export interface Call {
  readonly settings: Settings
  readonly outgoing: Outgoing
  /** Aborted when the caller aborts and when the call ends. */
  readonly signal: AbortSignal
  readonly observers: Observers
  readonly failures: StreamFailures
  /** The number of requests sent, of any kind. */
  attempts: number
  /** Ends the call once: informs the observers and stops listening to the caller. */
  end(outcome: Outcome): void
}

/** Begins a call without sending anything. */
export function beginCall(client: Settings, outgoing: Outgoing, options: CallOptions, isWhole = true): Call {
  const settings = callSettings(client, options)
  const lifetime = new AbortController()
  const { signal } = lifetime
  const began = performance.now()
  const observers = createObservers(...settings.hooks)
  const headers = new Headers([...settings.headers, ...outgoing.headers])
  const { method, url, body } = outgoing
  if (body && !headers.has(IDEMPOTENCY_KEY)) headers.set(IDEMPOTENCY_KEY, observers.callId)
  const failures = createStreamFailures(
    { method, url, idempotencyKey: headers.get(IDEMPOTENCY_KEY) ?? undefined },
    isWhole,
  )
  if (settings.knownKey) failures.hider.add(settings.knownKey)
  const stopListening = onAbort(options.signal, (reason) => lifetime.abort(reason))
  const call: Call = {
    settings,
    outgoing: { ...outgoing, headers },
    signal,
    observers,
    failures,
    attempts: 0,
    end({ error, byCaller = options.signal?.aborted }): void {
      stopListening()
      // Stops reconnections that still wait on behalf of this call.
      lifetime.abort()
      observers.tell('onEnd')?.({
        outcome: error === undefined ? 'completed' : byCaller ? 'aborted' : 'failed',
        error,
        durationMs: performance.now() - began,
        attempts: call.attempts,
        requestId: failures.partial.requestId,
        creditsCharged: failures.facts.creditsCharged,
      })
      call.end = ignore
    },
  }
  return call
}

/** Does the work of a call; a failure ends the call. */
export async function during<Value>(call: Call, work: () => Promise<Value>): Promise<Value> {
  try {
    call.signal.throwIfAborted()
    return await work()
  } catch (error) {
    call.end({ error })
    throw error
  }
}

/** Sends one request; throws the error for a response that is not `isWanted`. */
async function attempt(
  call: Call,
  outgoing: Outgoing,
  isWanted: (response: Response) => boolean,
  refused: boolean,
): Promise<Answer> {
  const { failures, observers, signal } = call
  const { url, method, headers } = outgoing
  const { hider } = failures
  const number = call.attempts++
  observers.tell('onRequest')?.({
    method,
    url,
    headers: Object.fromEntries(hiddenHeaders(headers, hider)),
    attempt: number,
  })
  const answer = await sendRequest(outgoing, { ...call, refused })
  const { response } = answer
  const requestId = requestIdOf(response)
  observers.tell('onResponse')?.({
    url,
    status: response.status,
    headers: hiddenHeaders(response.headers, hider),
    requestId,
    attempt: number,
  })
  if (isWanted(response)) {
    failures.partial.requestId ??= requestId
    failures.facts.creditsCharged ??= accountOf(response.headers).creditsCharged
    return answer
  }
  throw await refusalOf(response, failures, signal)
}

/** Returns how long to wait after an error before the next attempt, or throws if there must not be one. */
export type DelayAfter = (error: DeepResearchError) => number

/**
 * Sends until the wanted response arrives.
 *
 * @param error - an earlier error, if any
 */
export async function sendUntil(
  call: Call,
  outgoing: Outgoing,
  isWanted: (response: Response) => boolean,
  delayAfter: DelayAfter,
  error?: DeepResearchError,
): Promise<Answer> {
  let refused = false
  for (let failed = error; ; ) {
    if (failed) {
      // A key that may have changed since is tried once more, at once.
      const isRefused: boolean = !refused && !call.settings.knownKey && AuthenticationError.isInstance(failed)
      refused ||= isRefused
      const delayMs = isRefused ? 0 : delayAfter(failed)
      await abortable<void>(call.signal, (resolve) => later(resolve, delayMs))
    }
    try {
      return await attempt(call, outgoing, isWanted, AuthenticationError.isInstance(failed))
    } catch (caught) {
      call.signal.throwIfAborted()
      failed = caught as DeepResearchError
    }
  }
}

/**
 * Sends until the wanted response arrives or the retries are used up.
 *
 * @param isFree - the request costs nothing, so it is also retried if there is no response at all
 */
export function sendWithRetries(
  call: Call,
  isWanted: (response: Response) => boolean,
  isFree: boolean,
): Promise<Answer> {
  const { settings, outgoing, observers } = call
  const policy = isFree ? { ...settings, trustIdempotencyKey: true } : settings
  let retries = 0
  return sendUntil(call, outgoing, isWanted, (error) => {
    const delayMs = retryDelay(error, retries, policy)
    if (delayMs === undefined) throw error
    retries += 1
    observers.tell('onRetry')?.({ error, attempt: retries, delayMs })
    return delayMs
  })
}
