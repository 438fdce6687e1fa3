import type { DeepResearchError } from './errors.ts'
import { backoff, delayBefore, isOurs, isVerdict } from './retry.ts'

/** A connection that lasted as long as this shows that the service is there, even if it was silent. */
const HELD_MS = 5_000

/** How long a lost stream is tried again. */
export interface PatienceLimits {
  /** How long it may be without a connection since its last event, in milliseconds. */
  readonly giveUpAfterMs: number
  /** How often it is tried again. */
  readonly limit: number
}

/** Counts the time that a stream is without a connection. */
export interface Patience {
  /** How often the stream has been tried again. */
  readonly attempts: number
  /** The connection was lost, or its loss counts from now on. */
  lost(received: number): void
  connected(): void
  /** How long to wait before the next attempt, in milliseconds; undefined to give up. */
  delayAfter(error: DeepResearchError, maxRetryAfterMs: number): number | undefined
}

/**
 * Limits the time without a connection, counted from the last event, and not the attempts: a deployment takes some
 * time, however many attempts are made in it, and several may come.
 */
export function createPatience({ giveUpAfterMs, limit }: PatienceLimits, firstMs = 500): Patience {
  // A service that is back is to be noticed soon, because it may be away again.
  const delays = { firstMs, mostMs: 2_000 }
  let fruitless = 0
  let outageMs = 0
  let receivedBefore = -1
  let connectedAt = 0
  let since = performance.now()
  const count = (): void => {
    const now = performance.now()
    outageMs += now - since
    since = now
  }
  const patience = {
    attempts: 0,
    lost(received: number): void {
      since = performance.now()
      if (since - connectedAt >= HELD_MS) fruitless = 0
      if (received !== receivedBefore) fruitless = outageMs = 0
      receivedBefore = received
    },
    connected(): void {
      count()
      connectedAt = since
    },
    delayAfter(error: DeepResearchError, maxRetryAfterMs: number): number | undefined {
      count()
      const leftMs = giveUpAfterMs - outageMs
      if (isVerdict(error) || patience.attempts >= limit || leftMs <= 0) return undefined
      let delayMs = delayBefore(error, fruitless, maxRetryAfterMs, delays)
      // The service may ask for more than is allowed; a gateway does not know when the service is back.
      if (!isOurs(error)) delayMs = Math.min(delayMs ?? backoff(fruitless, delays), leftMs)
      if (delayMs === undefined) return undefined
      patience.attempts += 1
      fruitless += 1
      return delayMs
    },
  }
  return patience
}
