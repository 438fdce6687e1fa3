import { APIError, ConnectionError, RateLimitError, ServerError } from './errors.ts'

/** How far a client goes by itself. Durations are milliseconds. */
export interface RetryPolicy {
  readonly maxRetries: number
  readonly maxRetryAfterMs: number
  readonly trustIdempotencyKey: boolean
}

const DAY_MS = 86_400_000
const FIRST_DELAY_MS = 500
const MAX_DELAY_MS = 8_000
const JITTER = 0.25

/** 0.5 s, doubled each time, at most 8 s, and up to a quarter less, so that clients do not come back together. */
export function backoff(attempt: number, random: number = Math.random()): number {
  const delay = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(attempt, 10))
  return Math.round(delay * (1 - JITTER * random))
}

/** Whether the request has surely cost nothing, so that sending it again cannot be charged twice. */
function hasCostNothing(error: unknown): boolean {
  if (ConnectionError.isInstance(error)) return error.phase === 'connect'
  if (RateLimitError.isInstance(error)) return true
  return ServerError.isInstance(error) && error.status === 502 && error.code === 'PROXY_ERROR'
}

/** Failures that leave it open whether the request was charged: no answer, or one that is not the service's. */
function isUnsure(error: unknown): boolean {
  if (ConnectionError.isInstance(error)) return true
  return ServerError.isInstance(error) && error.code === undefined
}

/** Whether sending a request again after `error` cannot be charged twice. */
export function isRetried(error: unknown, trustIdempotencyKey: boolean): boolean {
  return hasCostNothing(error) || (trustIdempotencyKey && isUnsure(error))
}

/**
 * How long to wait before the next try: what `Retry-After` asks, else a growing delay. Undefined where the service
 * asks for longer than is allowed; a day is never waited.
 */
export function delayBefore(error: unknown, attempt: number, maxRetryAfterMs: number): number | undefined {
  const asked = APIError.isInstance(error) ? error.retryAfterMs : undefined
  if (asked === undefined) return backoff(attempt)
  return asked <= maxRetryAfterMs && asked <= DAY_MS ? asked : undefined
}

/**
 * Whether and when a request that brought no stream is sent again, by what sending it again may cost.
 *
 * @param attempt - How many retries there have been.
 * @returns milliseconds to wait, or undefined where the error is the caller's to see.
 */
export function retryDelay(error: unknown, attempt: number, policy: RetryPolicy): number | undefined {
  if (attempt >= policy.maxRetries || !isRetried(error, policy.trustIdempotencyKey)) return undefined
  return delayBefore(error, attempt, policy.maxRetryAfterMs)
}
