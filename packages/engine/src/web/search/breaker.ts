/** Failures in a row after which a provider is left alone: one or two happen to every service. */
const MOST = 3
/** Milliseconds that it is left alone then. */
const PAUSE = 60_000
/**
 * The longest time that a provider is left alone, in milliseconds: whatever it asks for, it is tried again once an
 * hour.
 */
const LONGEST_REST = 60 * PAUSE

/** Leaves a provider alone for a while after it failed again and again. */
export class Breaker {
  readonly #now: () => number
  #failures = 0
  #openUntil = Number.NEGATIVE_INFINITY

  /** `now` gives milliseconds of a clock that never goes back. */
  constructor(now: () => number) {
    this.#now = now
  }

  /** Whether it is worth asking. After the pause one attempt shows whether it is back. */
  get closed(): boolean {
    return this.#now() >= this.#openUntil
  }

  succeeded(): void {
    this.#failures = 0
  }

  /** Counts a failure. `softly` means that it answered with nothing, which counts half. */
  failed(softly = false): void {
    this.#failures += softly ? 0.5 : 1
    if (this.#failures < MOST) return
    this.#openUntil = this.#now() + PAUSE
    // The attempt after the pause decides alone.
    this.#failures = MOST - 1
  }

  /** It asks to be left alone, for so many milliseconds. */
  rest(ms: number): void {
    this.#openUntil = Math.max(this.#openUntil, this.#now() + Math.min(ms, LONGEST_REST))
  }
}
