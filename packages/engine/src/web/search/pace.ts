import { setTimeout as wait } from 'node:timers/promises'
import { type Pace, SearchFailure } from './provider.ts'

/** Searches that wait for their turn; further ones are not made. */
export const QUEUE = 5

/** How time passes. */
export interface PaceClock {
  /** Milliseconds of a clock that never goes back. */
  now(): number
  wait(ms: number, signal: AbortSignal): Promise<unknown>
}

const SYSTEM: PaceClock = {
  now: () => performance.now(),
  wait: (ms, signal) => wait(ms, undefined, { signal }),
}

/** Lets one request begin every so many milliseconds, as the terms of a service ask, however many runs search at once. */
export function createPace(everyMs: number, { now, wait }: PaceClock = SYSTEM): Pace {
  let free = Number.NEGATIVE_INFINITY
  return async (signal) => {
    signal.throwIfAborted()
    const ms = Math.max(0, free - now())
    if (ms > QUEUE * everyMs) throw new SearchFailure('quota', 'may not be asked so often', ms)
    free = now() + ms + everyMs
    if (ms > 0) await wait(ms, signal)
  }
}
