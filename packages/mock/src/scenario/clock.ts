/** The mock's source of time. Everything that it sends is dated and paced by a clock. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Resolves after `ms` milliseconds (`Infinity`: never); rejects with the signal's reason when it is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

/** The longest delay of a timer; with a longer one it would fire at once. */
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

/** The machine's clock. It looks up `Date` and `setTimeout` at each call, so that fake timers control it. */
export const systemClock: Clock = { now: () => Date.now(), sleep }

/**
 * A clock on which nobody waits: sleeping advances its time, and only an endless sleep lasts until its signal is
 * aborted. Streams that take minutes end at once, with the same timestamps each time.
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
