import { setTimeout as wait } from 'node:timers/promises'
import { ModelFailure, RETRY_POLICY } from '../failure.ts'

/** Milliseconds that an endpoint is left alone which says that there are too many calls, but not for how long. */
const USUAL = 500

type Pause = (ms: number, signal: AbortSignal) => Promise<unknown>

const systemPause: Pause = (ms, signal) => wait(ms, undefined, { signal })

/** Holds back all calls to an endpoint while it takes no more: each of them would only be refused as well. */
export class Pace {
  readonly #usual: number
  readonly #now: () => number
  readonly #pause: Pause
  #until = 0

  /**
   * `usual`: milliseconds, where the endpoint names none. `now` gives milliseconds of a clock that never goes back;
   * `pause` waits. Default: the system's.
   */
  constructor(usual = USUAL, now: () => number = () => performance.now(), pause: Pause = systemPause) {
    this.#usual = usual
    this.#now = now
    this.#pause = pause
  }

  /** Makes a call once the endpoint may be asked. */
  async call<Value>(make: () => Promise<Value>, signal: AbortSignal): Promise<Value> {
    // Another call may have been refused meanwhile.
    for (let ms = this.left; ms > 0; ms = this.left) await this.#pause(ms, signal)
    try {
      return await make()
    } catch (error) {
      if (error instanceof ModelFailure && error.reason === 'quota') this.#slow(error.retryAfter ?? this.#usual)
      throw error
    }
  }

  /** Milliseconds for which the endpoint is still left alone. */
  get left(): number {
    return Math.max(0, Math.ceil(this.#until - this.#now()))
  }

  #slow(ms: number): void {
    this.#until = Math.max(this.#until, this.#now() + Math.min(ms, RETRY_POLICY.longestPauseMs))
  }
}
