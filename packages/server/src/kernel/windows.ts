import type { Clock } from './clock.ts'

export interface WindowsOptions {
  clock: Clock
  /** How often a name may come up in a window. */
  limit: number
  /** Milliseconds. */
  windowMs: number
  /** How many names are remembered; when there are more, the oldest is forgotten. Default: 10,000. */
  maxNames?: number
}

/** Counts how often a name comes up in a window of time that begins when it first does. */
export interface Windows {
  /** Counts a name once more; returns the whole seconds until its window ends if that was too often. */
  note(name: string): number | undefined
  forget(name: string): void
}

export function createWindows({ clock, limit, windowMs, maxNames = 10_000 }: WindowsOptions): Windows {
  const windows = new Map<string, { since: number; count: number }>()
  const find = (name: string, now: number) => {
    const known = windows.get(name)
    return known && now - known.since < windowMs ? known : undefined
  }
  const open = (name: string, now: number) => {
    windows.delete(name)
    const [oldest] = windows.keys()
    if (windows.size >= maxNames && oldest !== undefined) windows.delete(oldest)
    const fresh = { since: now, count: 0 }
    windows.set(name, fresh)
    return fresh
  }
  const left = (since: number, now: number) => Math.max(1, Math.ceil((since + windowMs - now) / 1000))
  return {
    note(name) {
      const now = clock.now()
      const window = find(name, now) ?? open(name, now)
      window.count += 1
      return window.count > limit ? left(window.since, now) : undefined
    },
    forget: (name) => void windows.delete(name),
  }
}
