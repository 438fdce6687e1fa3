import { BackendLostError } from '@deep-research/engine'
import { retryPause, wait } from '#kernel/retry-pause.ts'
import { EngineThread, type ThreadOptions } from './engine-thread.ts'

export interface EngineThreadsOptions extends ThreadOptions {
  /** How many there may be; at least one. */
  most: number
  progress: (line: string) => void
}

/** After so many failed starts in a row, whoever waits for a thread is told that none can be started. */
const MOST_FAILURES = 3

/**
 * Threads that research in an index. One is started first, a further one whenever all others are busy; one that ends is
 * started again.
 */
export class EngineThreads {
  readonly #options: EngineThreadsOptions
  readonly #closing = new AbortController()
  readonly #threads: EngineThread[] = []
  /** Resolved and replaced each time a thread can research, or could not be started. */
  #changed = Promise.withResolvers<void>()
  /** How often threads ended in a row before they could research. */
  #failures = 0

  constructor(options: EngineThreadsOptions) {
    this.#options = options
  }

  get state(): { running: number; most: number; broken: boolean } {
    return { running: this.#open().length, most: this.#options.most, broken: this.#failures >= MOST_FAILURES }
  }

  /** Starts the first one, if that was not done before. */
  start(): void {
    if (this.#threads.length === 0 && !this.#closing.signal.aborted) this.#start(0)
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

  /**
   * Waits until a thread has begun or has failed to.
   * @throws the signal's reason when aborted, or {@link BackendLostError} if none can be started.
   */
  async change(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    this.start()
    if (this.state.broken || this.#closing.signal.aborted)
      throw new BackendLostError('No thread of the engine can be started.')
    const aborted = Promise.withResolvers<never>()
    const abort = () => aborted.reject(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    try {
      await Promise.race([this.#changed.promise, aborted.promise])
    } finally {
      signal.removeEventListener('abort', abort)
    }
  }

  /** Has research that begins from now on see what was written to the index. */
  renew(): void {
    for (const thread of this.#open()) thread.renew()
  }

  async close(): Promise<void> {
    this.#closing.abort()
    this.#change()
    await Promise.all(this.#threads.map((thread) => thread.close()))
  }

  #open(): EngineThread[] {
    return this.#threads.filter(({ isOpen }) => isOpen)
  }

  #change(): void {
    this.#changed.resolve()
    this.#changed = Promise.withResolvers()
  }

  #start(place: number): void {
    const thread = new EngineThread(this.#options, {
      opened: () => {
        this.#failures = 0
        // The index may have changed while the thread was opening it.
        thread.renew()
        this.#change()
      },
      lost: (error) => this.#replace(place, error),
    })
    this.#threads[place] = thread
  }

  /** Starts another thread in place of one that ended: at once, or after a pause if several failed in a row. */
  async #replace(place: number, error: Error): Promise<void> {
    const failures = this.#failures
    this.#failures += 1
    if (failures === 0) this.#options.progress(`A thread of the engine ended and is started again: ${error.message}.`)
    this.#change()
    if (failures === 0 || (await wait(retryPause(failures), this.#closing.signal))) {
      if (!this.#closing.signal.aborted) this.#start(place)
    }
  }
}
