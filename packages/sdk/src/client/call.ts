import { IDEMPOTENCY_KEY } from '#contract/tables.ts'
import { ignore } from '#stream/ignore.ts'
import { later } from '#stream/later.ts'
import { onAbort } from '#stream/on-abort.ts'
import { abortable } from './abort.ts'
import { accountOf } from './account.ts'
import { idOf } from './answer.ts'
import { AuthenticationError, type DeepResearchError } from './errors.ts'
import type { Outcome } from './event-pump.ts'
import { hiddenHeaders } from './hide-key.ts'
import { createObservers, type Observers } from './hooks.ts'
import type { CallOptions } from './options.ts'
import type { Outgoing } from './outgoing.ts'
import { refusalOf } from './read-error.ts'
import type { Answered } from './research-promise.ts'
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
function beginCall(client: Settings, outgoing: Outgoing, options: CallOptions): Call {
  const settings = callSettings(client, options)
  const lifetime = new AbortController()
  const { signal } = lifetime
  const began = performance.now()
  const observers = createObservers(...settings.hooks)
  const headers = new Headers([...settings.headers, ...outgoing.headers])
  const { method, url, body, isWhole } = outgoing
  if (body && !headers.has(IDEMPOTENCY_KEY)) headers.set(IDEMPOTENCY_KEY, observers.callId)
  const idempotencyKey = headers.get(IDEMPOTENCY_KEY) ?? undefined
  const failures = createStreamFailures({ method, url, idempotencyKey }, isWhole)
  if (typeof settings.apiKey === 'string') failures.hider.add(settings.apiKey)
  const stopListening = onAbort(options.signal, (reason) => lifetime.abort(reason))
  const call: Call = {
    settings,
    outgoing: { ...outgoing, headers },
    signal,
    observers,
    failures,
    attempts: 0,
    end({ error, byCaller = options.signal?.aborted, isDetached }): void {
      call.end = ignore
      stopListening()
      // Stops reconnections that still wait on behalf of this call.
      lifetime.abort()
      observers.tell('onEnd')?.({
        outcome: error === undefined ? 'completed' : isDetached ? 'detached' : byCaller ? 'aborted' : 'failed',
        error: isDetached ? undefined : error,
        durationMs: performance.now() - began,
        attempts: call.attempts,
        id: failures.partial.id,
        creditsCharged: failures.facts.creditsCharged,
      })
    },
  }
  return call
}

/** Makes a call and hands its response to `use`, which has to end the call. A failure ends it here. */
export async function makeCall<Data>(
  client: Settings,
  outgoing: Outgoing,
  options: CallOptions,
  use: (answer: Answer, call: Call) => Data | Promise<Data>,
): Promise<Answered<Data>> {
  const call = beginCall(client, outgoing, options)
  const { signal, settings } = call
  try {
    signal.throwIfAborted()
    if (outgoing.method === 'POST') await settings.places.take(signal)
    const answer = await sendUntil(call, call.outgoing, retrying(call, !outgoing.body))
    return { data: await use(answer, call), response: answer.response }
  } catch (error) {
    call.end({ error })
    throw error
  }
}

/**
 * Decides after each error whether its request is sent again. A request that costs nothing is sent again also if no
 * response came.
 */
export function retrying({ settings, observers }: Call, isFree: boolean): (error: DeepResearchError) => number {
  const retry = isFree ? { ...settings.retry, unknownOutcome: true } : settings.retry
  let attempt = 0
  return (error) => {
    const delayMs = retryDelay(error, attempt, retry)
    if (delayMs === undefined) throw error
    attempt += 1
    observers.tell('onRetry')?.({ error, attempt, delayMs })
    return delayMs
  }
}

/** Sends one request; throws the error for a response that is not wanted. */
async function attempt(call: Call, outgoing: Outgoing, refused: boolean): Promise<Answer> {
  const { failures, observers, signal } = call
  const { url, method, headers } = outgoing
  const number = call.attempts++
  const sent = Object.fromEntries(hiddenHeaders(headers, failures.hider))
  observers.tell('onRequest')?.({ method, url, headers: sent, attempt: number })
  const answer = await sendRequest(outgoing, call, refused)
  const { response } = answer
  const { status } = response
  const id = idOf(response)
  const received = hiddenHeaders(response.headers, failures.hider)
  observers.tell('onResponse')?.({ url, status, headers: received, id, attempt: number })
  if (!outgoing.isWanted(response)) throw await refusalOf(response, failures, signal)
  failures.partial.id ??= id
  failures.facts.creditsCharged ??= accountOf(response.headers).creditsCharged
  return answer
}

/**
 * Sends until the wanted response arrives.
 *
 * @param delayAfter - returns how long to wait after an error before the next attempt, or throws if there must be none
 * @param error - an earlier error, if any
 */
export async function sendUntil(
  call: Call,
  outgoing: Outgoing,
  delayAfter: (error: DeepResearchError) => number,
  error?: DeepResearchError,
): Promise<Answer> {
  let asked = typeof call.settings.apiKey !== 'function'
  for (let failed = error; ; ) {
    const refused = AuthenticationError.isInstance(failed)
    if (failed) {
      // A key that may have changed since is tried once more, at once.
      const delayMs = refused && !asked ? 0 : delayAfter(failed)
      asked ||= refused
      await abortable<void>(call.signal, (resolve) => later(resolve, delayMs))
    }
    try {
      return await attempt(call, outgoing, refused)
    } catch (caught) {
      call.signal.throwIfAborted()
      failed = caught as DeepResearchError
    }
  }
}
