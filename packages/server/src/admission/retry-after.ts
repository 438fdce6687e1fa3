import type { ReasoningLevel } from '@deep-research/sdk/contract'

/** A request that has not ended. */
export interface Running {
  level: ReasoningLevel
  /** Milliseconds since 1970. */
  startedAt: number
}

/** How many recent completed requests are used to estimate how long a level takes. */
export const RECENT = 50

/** What is assumed before any request of the level has completed, in milliseconds. */
const UNKNOWN = 10_000

/**
 * The whole seconds, at least 1, until the first running request will probably end. The estimate for each is the median
 * of the remaining times of recent requests of its level that took longer than it has run so far.
 */
export function estimateRetryAfter(
  running: readonly Running[],
  durations: Partial<Record<ReasoningLevel, readonly number[]>>,
  now: number,
): number {
  const remaining = running.map(({ level, startedAt }) => {
    const elapsed = Math.max(0, now - startedAt)
    const recent = durations[level] ?? []
    if (recent.length === 0) return UNKNOWN - elapsed
    const longer = recent.filter((duration) => duration > elapsed).sort((a, b) => a - b)
    return (longer[Math.floor(longer.length / 2)] ?? elapsed) - elapsed
  })
  return Math.max(1, Math.ceil(Math.min(...remaining) / 1000))
}
