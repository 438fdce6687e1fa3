/** Where each number stands in the memory. */
const PLACES = { beats: 0, run: 1, switches: 2 } as const

export const NO_RUN = 0

/**
 * Signs of life of a thread, in memory that it shares with the service: they can be read also of a thread that hangs or
 * has died. Each number is written by the thread alone, and may begin anew after 2³².
 */
export class Pulse {
  readonly memory: SharedArrayBuffer
  readonly #numbers: Int32Array

  /** Default: memory of its own, for a thread that is to be started. */
  constructor(memory = new SharedArrayBuffer(Object.keys(PLACES).length * Int32Array.BYTES_PER_ELEMENT)) {
    this.memory = memory
    this.#numbers = new Int32Array(memory)
  }

  /** How often the thread's event loop came round; it stands still while the thread computes without a pause. */
  get beats(): number {
    return Atomics.load(this.#numbers, PLACES.beats)
  }

  /** The run that the thread is or was at last busy with; `NO_RUN` for none. */
  get run(): number {
    return Atomics.load(this.#numbers, PLACES.run)
  }

  /** How often it turned from one run to another. */
  get switches(): number {
    return Atomics.load(this.#numbers, PLACES.switches)
  }

  beat(): void {
    Atomics.add(this.#numbers, PLACES.beats, 1)
  }

  /** The thread turns to a run. */
  turnTo(run: number): void {
    Atomics.store(this.#numbers, PLACES.run, run)
    Atomics.add(this.#numbers, PLACES.switches, 1)
  }
}
