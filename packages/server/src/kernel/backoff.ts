import type { Clock } from './clock.ts'

export interface BackoffOptions {
  clock: Clock
  /** Tries that are free before the first wait. */
  free: number
  /** The first wait; each further try doubles it. Milliseconds. */
  firstMs: number
  /** The longest wait, in milliseconds. A name is forgotten after as long again without a try. */
  longestMs: number
  /** Names that are remembered; beyond, the oldest is forgotten. Default: 10,000. */
  maxNames?: number
}

/** Makes whoever tries again and again wait longer each time. */
export interface Backoff {
  /** Notes a try; where it comes too soon it is not noted, and the whole seconds to wait are returned. */
  try(name: string): number | undefined
  /** After a success: what was tried before counts no longer. */
  forget(name: string): void
}

export function createBackoff({ clock, free, firstMs, longestMs, maxNames = 10_000 }: BackoffOptions): Backoff {
  const known = new Map<string, { tries: number; until: number }>()
  return {
    try(name) {
      const now = clock.now()
      const before = known.get(name) ?? { tries: 0, until: now }
      if (before.until > now) return Math.ceil((before.until - now) / 1000)
      const tries = now - before.until < longestMs ? before.tries + 1 : 1
      const wait = tries < free ? 0 : Math.min(longestMs, firstMs * 2 ** (tries - free))
      known.delete(name)
      const [oldest] = known.keys()
      if (known.size >= maxNames && oldest !== undefined) known.delete(oldest)
      known.set(name, { tries, until: now + wait })
      return undefined
    },
    forget: (name) => void known.delete(name),
  }
}
