import type { Pulse } from './pulse.ts'

/** After so many looks in a row without a sign of life, a thread counts as hung. */
const LOOKS = 10

/** Milliseconds between two looks at a thread that may be silent for `silenceMs`. */
export function lookEvery(silenceMs: number): number {
  return Math.ceil(silenceMs / LOOKS)
}

/**
 * Tells whether a thread has been silent for too long. It counts looks rather than time: after the whole process stood
 * still, the thread has had no chance to give a sign either.
 */
export class Silence {
  readonly #pulse: Pick<Pulse, 'beats'>
  #beats: number
  #looks = 0

  constructor(pulse: Pick<Pulse, 'beats'>) {
    this.#pulse = pulse
    this.#beats = pulse.beats
  }

  /** Looks once more. @returns whether the thread counts as hung. */
  look(): boolean {
    const { beats } = this.#pulse
    this.#looks = beats === this.#beats ? this.#looks + 1 : 0
    this.#beats = beats
    return this.#looks >= LOOKS
  }
}

/** Milliseconds between two looks at a thread whose run was left. */
export const LEFT_LOOK = 250

/**
 * After so many looks in a row at which the thread is in the same step of that run, it is ended: within two seconds.
 */
const LEFT_LOOKS = 7

/**
 * Tells whether a thread is stuck in a run that nobody waits for any more: it neither heard that the run was left, nor
 * turned to another one.
 */
export class Stuck {
  readonly #pulse: Pick<Pulse, 'run' | 'switches'>
  readonly #run: number
  #switches: number
  #looks = 0

  constructor(pulse: Pick<Pulse, 'run' | 'switches'>, run: number) {
    this.#pulse = pulse
    this.#run = run
    this.#switches = pulse.switches
  }

  look(): boolean {
    const { run, switches } = this.#pulse
    this.#looks = run === this.#run && switches === this.#switches ? this.#looks + 1 : 0
    this.#switches = switches
    return this.#looks >= LEFT_LOOKS
  }
}
