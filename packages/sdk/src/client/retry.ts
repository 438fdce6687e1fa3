import { ConfigurationError } from './configuration-error.ts'
import { APIError, ConnectionError } from './errors.ts'
import type { Settings } from './settings.ts'

/** How long to wait between attempts if the service does not say, in milliseconds. */
export interface Delays {
  readonly firstMs: number
  readonly mostMs: number
}

const DELAYS: Delays = { firstMs: 500, mostMs: 8_000 }

/** Doubled each time, minus up to a quarter, so that clients do not retry simultaneously. */
export function backoff(attempt: number, { firstMs, mostMs } = DELAYS, random: number = Math.random()): number {
  return Math.round(Math.min(mostMs, firstMs * 2 ** attempt) * (1 - 0.25 * random))
}

/**
 * Whether a request can be sent again after `error` without being charged twice: it certainly cost nothing, or the
 * service recognises it by its Idempotency-Key. Otherwise it is unknown whether a request without a response of the
 * service was charged.
 */
export function isRetried(error: unknown, unknownOutcome: boolean): boolean {
  if (ConnectionError.isInstance(error)) return unknownOutcome || error.phase === 'connect'
  if (!APIError.isInstance(error)) return false
  const { status, code } = error
  if (code === undefined && status >= 500) return unknownOutcome
  return status === 429 || (status === 502 && code === 'PROXY_ERROR')
}

/** Whether the service itself answered with an error, and not a gateway before it. */
export function isOurs(error: unknown): error is APIError {
  return APIError.isInstance(error) && error.code !== undefined
}

/**
 * Whether an error says that a research cannot be resumed: the service itself refused, or the caller's own code is
 * wrong. A gateway's page, whatever its status, and a missing answer say only that the service is not there yet.
 */
export function isVerdict(error: unknown): boolean {
  if (isOurs(error)) return error.status < 500 && error.status !== 429
  return ConfigurationError.isInstance(error)
}

/** What `Retry-After` asks for, plus up to a quarter, so that clients that were told the same do not come back at once. */
export function spread(askedMs: number, random: number = Math.random()): number {
  return Math.round(askedMs * (1 + 0.25 * random))
}

/**
 * How long to wait before the next attempt: what `Retry-After` asks for, else a growing delay. Undefined if the service
 * asks for more than is allowed.
 */
export function delayBefore(
  error: unknown,
  attempt: number,
  maxRetryAfterMs: number,
  delays?: Delays,
): number | undefined {
  const dayMs = 86_400_000
  const asked = APIError.isInstance(error) ? error.retryAfterMs : undefined
  if (asked === undefined) return backoff(attempt, delays)
  return asked <= Math.min(maxRetryAfterMs, dayMs) ? spread(asked) : undefined
}

/**
 * Decides from what sending again may cost whether and when a request that brought no stream is retried.
 *
 * @param attempt - the number of retries so far
 * @returns milliseconds to wait; undefined if the error goes to the caller
 */
export function retryDelay(error: unknown, attempt: number, policy: Settings['retry']): number | undefined {
  if (attempt >= policy.limit || !isRetried(error, policy.unknownOutcome)) return undefined
  return delayBefore(error, attempt, policy.maxRetryAfterMs)
}
