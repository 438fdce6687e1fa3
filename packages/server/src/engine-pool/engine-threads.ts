import { retryPause, wait } from '#kernel/retry-pause.ts'
import { EngineThread } from './engine-thread.ts'

export interface EngineThreadsOptions {
  indexFile: string
  /** How many there may be; at least one. */
  most: number
  progress: (line: string) => void
}

/**
 * Threads that research in an index. One is started first, each further one when all that run have something to do; one
 * that ends is started again.
 */
export class EngineThreads {
  readonly #options: EngineThreadsOptions
  readonly #closing = new AbortController()
  readonly #threads: EngineThread[] = []

  constructor(options: EngineThreadsOptions) {
    this.#options = options
  }

  get state(): { running: number; most: number } {
    return { running: this.#open().length, most: this.#options.most }
  }

  start(): void {
    this.#start(0)
  }

  /** The thread with the fewest runs; undefined while none can research. */
  least(): EngineThread | undefined {
    const open = this.#open()
    const least = open.reduce<EngineThread | undefined>(
      (less, one) => (less && less.load <= one.load ? less : one),
      undefined,
    )
    const complete = open.length === this.#threads.length
    // Whoever asks now is not kept waiting for the new thread.
    if (least && least.load > 0 && complete && open.length < this.#options.most) this.#start(open.length)
    return least
  }

  /** Has research that begins from now on see what was written to the index. */
  renew(): void {
    for (const thread of this.#open()) thread.renew()
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await Promise.all(this.#threads.map((thread) => thread.close()))
  }

  #open(): EngineThread[] {
    return this.#threads.filter(({ isOpen }) => isOpen)
  }

  #start(place: number, failures = 0): void {
    let lost = failures
    const thread = new EngineThread(this.#options.indexFile, {
      opened() {
        lost = 0
        // The index may have changed while the thread was opening it.
        thread.renew()
      },
      lost: (error) => this.#replace(place, lost, error),
    })
    this.#threads[place] = thread
  }

  async #replace(place: number, failures: number, error: Error): Promise<void> {
    if (failures === 0) this.#options.progress(`A thread of the engine ended and is started again: ${error.message}.`)
    if (await wait(retryPause(failures), this.#closing.signal)) this.#start(place, failures + 1)
  }
}
