/** How often something may be tried. Durations are milliseconds. */
export type AttemptRule =
  /** Each try after the free ones makes the next one wait twice as long. */
  | { kind: 'backoff'; free: number; firstMs: number; longestMs: number }
  /** So many in a window of time, which begins with the first one. */
  | { kind: 'window'; limit: number; windowMs: number }

/** What is remembered of tries. Times are milliseconds since 1970. */
export interface Attempts {
  count: number
  /** Backoff: until when the next try waits. Window: when it began. */
  at: number
  forgetAt: number
}

/** Where tries are counted, for all processes together and across restarts. Each method is one transaction. */
export interface AttemptStore {
  /** Notes a try under a name; where it comes too soon it is not noted, and the whole seconds to wait are returned. */
  try(name: string, rule: AttemptRule, now: number): Promise<number | undefined>
  /** Forgets what was tried under a name. */
  forget(name: string): Promise<void>
  /** Forgets all that counts no longer. */
  sweep(now: number): Promise<void>
}

/** What a further try comes to: the new count, or the whole seconds to wait. */
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
