import { setTimeout as wait } from 'node:timers/promises'
import { Turns } from '../../turns.ts'
import { ModelFailure, PATIENT_POLICY } from '../failure.ts'

/** Milliseconds that an endpoint is left alone which says that there are too many calls, but not for how long. */
const USUAL = 500
/** Calls of all runs that are under way at an endpoint at once. */
const AT_ONCE = 8

export interface PaceOptions {
  /** Calls that may be under way at once. Default: 8. */
  atOnce?: number | undefined
  /** Milliseconds to leave the endpoint alone where it names none. Default: 500. */
  usual?: number | undefined
  /** Milliseconds of a clock that never goes back. Default: the system's. */
  now?: () => number
  /** Waits. Default: the system's timer. */
  pause?: (ms: number, signal: AbortSignal) => Promise<unknown>
}

/**
 * Holds back calls to an endpoint: more than it may have at once, and all of them while it takes no more, as each would
 * only be refused as well.
 */
export class Pace {
  /** When a call last brought an output, in milliseconds of the system's clock. */
  heard = 0
  readonly #options
  readonly #turns: Turns
  #until = 0

  constructor({ atOnce = AT_ONCE, usual = USUAL, now = systemNow, pause = pauseFor }: PaceOptions = {}) {
    this.#options = { usual, now, pause }
    this.#turns = new Turns(atOnce)
  }

  /** Makes a call once the endpoint may be asked; it is over when all that it gives has been taken. */
  async *through<Piece>(make: () => AsyncIterable<Piece>, signal: AbortSignal): AsyncGenerator<Piece> {
    await this.#turns.begin(signal)
    try {
      // Another call may have been refused meanwhile.
      for (let ms = this.left; ms > 0; ms = this.left) await this.#options.pause(ms, signal)
      yield* make()
    } catch (error) {
      if (error instanceof ModelFailure && error.reason === 'quota') this.#slow(error.retryAfter ?? this.#options.usual)
      throw error
    } finally {
      this.#turns.end()
    }
  }

  /** Milliseconds for which the endpoint is still left alone. */
  get left(): number {
    return Math.max(0, Math.ceil(this.#until - this.#options.now()))
  }

  #slow(ms: number): void {
    this.#until = Math.max(this.#until, this.#options.now() + Math.min(ms, PATIENT_POLICY.longestPauseMs))
  }
}

const systemNow = () => performance.now()

function pauseFor(ms: number, signal: AbortSignal): Promise<unknown> {
  return wait(ms, undefined, { signal })
}
