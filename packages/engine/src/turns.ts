/** Lets so many works be done at once; the others begin in the order in which they came, unless their signal aborts first. */
export class Turns {
  readonly #atOnce: number
  readonly #waiting = new Set<() => void>()
  #busy = 0

  constructor(atOnce: number) {
    this.#atOnce = atOnce
  }

  get isIdle(): boolean {
    return this.#busy === 0
  }

  async take<Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    await this.begin(signal)
    try {
      return await work()
    } finally {
      this.end()
    }
  }

  /** Waits for a turn, which `end` ends. */
  async begin(signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted()
    if (this.#busy < this.#atOnce) {
      this.#busy += 1
      return
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const leave = () => {
      this.#waiting.delete(resolve)
      reject(signal?.reason)
    }
    this.#waiting.add(resolve)
    signal?.addEventListener('abort', leave, { once: true })
    await promise.finally(() => signal?.removeEventListener('abort', leave))
  }

  /** The turn goes to whoever waits longest. */
  end(): void {
    const [next] = this.#waiting
    if (next) this.#waiting.delete(next)
    else this.#busy -= 1
    next?.()
  }
}
