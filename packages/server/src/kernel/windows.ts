import type { Clock } from './clock.ts'

export interface WindowsOptions {
  clock: Clock
  /** How often a name may occur in a window. */
  limit: number
  /** The length of a window in milliseconds. */
  windowMs: number
  /** How many names are remembered; beyond that the oldest is forgotten. Default: 10,000. */
  maxNames?: number
}

/** Counts how often a name occurs in a window of time that begins with its first occurrence. */
export interface Windows {
  /** Counts one more occurrence of a name. If that is too often, it returns the whole seconds until the window ends. */
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
