/** Where the mock takes the time from. Everything it sends is dated and paced by one of these. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Resolves after `ms` milliseconds (`Infinity`: never); rejects with the signal's reason once that fires. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

/** The longest delay that a timer holds; a longer one would fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

function timer(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(handle)
      reject(signal?.reason)
    }
    const handle = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })
}

async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted()
  if (ms === Number.POSITIVE_INFINITY) return endless(signal)
  let rest = ms
  while (rest > 0) {
    const part = Math.min(rest, LONGEST_TIMER_MS)
    await timer(part, signal)
    rest -= part
  }
}

/** The machine's clock. It looks `Date` and `setTimeout` up at each call, so fake timers govern it. */
export const systemClock: Clock = { now: () => Date.now(), sleep }

/**
 * A clock that never lets anyone wait: who sleeps moves its time on, and only an endless sleep lasts until its signal
 * fires. Streams that take minutes are over at once, with the same timestamps each time.
 * @param start - milliseconds since the epoch. Default: 2026-01-01T00:00:00.000Z.
 */
export function createInstantClock(start: number = Date.UTC(2026, 0, 1)): Clock {
  let now = start
  return {
    now: () => now,
    async sleep(ms, signal) {
      signal?.throwIfAborted()
      if (ms === Number.POSITIVE_INFINITY) return endless(signal)
      now += Math.max(0, ms)
    },
  }
}

function endless(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}
