/** Leaves a provider alone for a while after it failed again and again. */
export interface Breaker {
  /** Whether it is worth asking. After the pause one attempt shows whether it is back. */
  readonly closed: boolean
  succeeded(): void
  /** `softly`: it answered, with nothing. That counts half. */
  failed(softly?: boolean): void
  /** It asks to be left alone, for so many milliseconds. */
  rest(ms: number): void
}

export interface BreakerOptions {
  /** Milliseconds of a clock that never goes back. */
  now: () => number
  /** Failures in a row. Default: 3. */
  most?: number
  /** Milliseconds. Default: a minute. */
  pause?: number
}

/** Milliseconds: whatever it asks for, it is looked after once an hour. */
const LONGEST_REST = 60 * 60_000

export function createBreaker({ now, most = 3, pause = 60_000 }: BreakerOptions): Breaker {
  let failures = 0
  let openUntil = Number.NEGATIVE_INFINITY
  return {
    get closed() {
      return now() >= openUntil
    },
    succeeded() {
      failures = 0
    },
    failed(softly = false) {
      failures += softly ? 0.5 : 1
      if (failures < most) return
      openUntil = now() + pause
      // The attempt after the pause decides alone.
      failures = most - 1
    },
    rest(ms) {
      openUntil = Math.max(openUntil, now() + Math.min(ms, LONGEST_REST))
    },
  }
}
