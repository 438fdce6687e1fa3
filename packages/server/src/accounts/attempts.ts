/** How often something may be tried. Durations are milliseconds. */
export type AttemptRule =
  /** After the free attempts, each one doubles the wait before the next. */
  | { kind: 'backoff'; free: number; firstMs: number; longestMs: number }
  /** So many attempts in a window of time that begins with the first one. */
  | { kind: 'window'; limit: number; windowMs: number }

/** What is stored about attempts. Times are milliseconds since 1970. */
export interface Attempts {
  count: number
  /** For a backoff: when the current wait ends. For a window: when it began. */
  at: number
  forgetAt: number
}

/** Counts attempts, for all processes together and across restarts. Each method is one transaction. */
export interface AttemptStore {
  /**
   * Counts an attempt under a name. If it comes too soon, it is not counted, and the whole seconds to wait are
   * returned.
   */
  try(name: string, rule: AttemptRule, now: number): Promise<number | undefined>
  /** Forgets the attempts under a name. */
  forget(name: string): Promise<void>
  /** Deletes counts that no longer matter. */
  sweep(now: number): Promise<void>
}

/** What one more attempt leads to: the new count, or the whole seconds to wait. */
export function addAttempt(
  known: Attempts | undefined,
  rule: AttemptRule,
  now: number,
): { noted: Attempts } | { wait: number } {
  const before = known && known.forgetAt > now ? known : { count: 0, at: now }
  const count = before.count + 1
  if (rule.kind === 'window') {
    const end = before.at + rule.windowMs
    return count > rule.limit ? { wait: seconds(end - now) } : { noted: { count, at: before.at, forgetAt: end } }
  }
  if (before.at > now) return { wait: seconds(before.at - now) }
  const pause = count < rule.free ? 0 : Math.min(rule.longestMs, rule.firstMs * 2 ** (count - rule.free))
  const at = now + pause
  return { noted: { count, at, forgetAt: at + rule.longestMs } }
}

function seconds(ms: number): number {
  return Math.max(1, Math.ceil(ms / 1_000))
}
