import { APIError, ConnectionError } from './errors.ts'

/** How far a client goes by itself. Durations are milliseconds. */
export interface RetryPolicy {
  readonly maxRetries: number
  readonly maxRetryAfterMs: number
  readonly trustIdempotencyKey: boolean
}

/** 0.5 s, doubled each time, at most 8 s, and up to a quarter less, so that clients do not come back together. */
export function backoff(attempt: number, random: number = Math.random()): number {
  return Math.round(Math.min(8_000, 500 * 2 ** attempt) * (1 - 0.25 * random))
}

/**
 * Whether sending a request again after `error` cannot be charged twice: it has surely cost nothing, or the service
 * recognises it by its Idempotency-Key. Without that, no answer, or one that is not the service's, leaves it open.
 */
export function isRetried(error: unknown, trustIdempotencyKey: boolean): boolean {
  if (ConnectionError.isInstance(error)) return trustIdempotencyKey || error.phase === 'connect'
  if (!APIError.isInstance(error)) return false
  const { status, code } = error
  if (code === undefined && status >= 500) return trustIdempotencyKey
  return status === 429 || (status === 502 && code === 'PROXY_ERROR')
}

/**
 * How long to wait before the next try: what `Retry-After` asks, else a growing delay. Undefined where the service
 * asks for longer than is allowed; a day is never waited.
 */
export function delayBefore(error: unknown, attempt: number, maxRetryAfterMs: number): number | undefined {
  const dayMs = 86_400_000
  const asked = APIError.isInstance(error) ? error.retryAfterMs : undefined
  if (asked === undefined) return backoff(attempt)
  return asked <= Math.min(maxRetryAfterMs, dayMs) ? asked : undefined
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
