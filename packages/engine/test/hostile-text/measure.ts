import { Worker } from 'node:worker_threads'

/** Reads texts in a thread, which is ended where one takes too long: patterns cannot be stopped otherwise. */
export class Reading {
  #thread: Worker | undefined
  readonly #most: number

  /** @param most - seconds of CPU after which a text is given up */
  constructor(most: number) {
    this.#most = most
  }

  /** Seconds of CPU that a subject takes for a text of so many UTF-16 code units of an alphabet; infinity if it was given up. */
  async seconds(subject: string, alphabet: string, length: number): Promise<number> {
    this.#thread ??= new Worker(new URL('./reading-thread.ts', import.meta.url), {
      execArgv: ['--conditions=@deep-research/source', '--disable-warning=ExperimentalWarning'],
    })
    const thread = this.#thread
    const { promise, resolve, reject } = Promise.withResolvers<number>()
    let begun: number | undefined
    const watch = setInterval(async () => {
      const { user, system } = await thread.cpuUsage().catch(() => ({ user: 0, system: 0 }))
      begun ??= user + system
      if (user + system - begun > this.#most * 1e6) resolve(Number.POSITIVE_INFINITY)
    }, 500)
    thread.once('message', resolve).once('error', reject)
    thread.postMessage([subject, alphabet, length])
    try {
      const seconds = await promise
      if (seconds === Number.POSITIVE_INFINITY) await this.end()
      return seconds
    } finally {
      clearInterval(watch)
      thread.off('message', resolve).off('error', reject)
    }
  }

  async end(): Promise<void> {
    const thread = this.#thread
    this.#thread = undefined
    await thread?.terminate()
  }
}
