import { Turns } from '../turns.ts'
import { PooledThread, type ThreadMemory } from './pooled-thread.ts'

export interface ThreadPoolOptions {
  /** What each thread runs: a script that calls `serveJobs`. */
  script: URL
  /** Threads at most. They start when there is work, and end when there has been none for a while. */
  threads: number
  memory: ThreadMemory
  /** Milliseconds without work after which a thread ends. Default: 15 s, as a run that goes on needs it again sooner. */
  idle?: number | undefined
}

export interface JobOptions {
  /** Aborted: the job is not begun, or its thread is ended. */
  signal: AbortSignal
  /** Milliseconds from its beginning on; the time in line does not count. */
  ms: number
}

const IDLE = 15_000

/**
 * Threads that do jobs on what strangers wrote. Such a job may go on for ever or fill the memory, so each has a deadline
 * and a bound; a thread that passes one of them is ended, and the next job gets a new one.
 */
export class ThreadPool<Job, Answer> {
  readonly #options: ThreadPoolOptions
  readonly #idle = new Map<PooledThread, NodeJS.Timeout>()
  readonly #busy = new Set<PooledThread>()
  readonly #turns: Turns
  #holders = 0
  #closed = false

  constructor(options: ThreadPoolOptions) {
    this.#options = options
    this.#turns = new Turns(options.threads)
  }

  /** @throws {ThreadFailure} saying why the job was not done; the signal's reason when aborted */
  async run(job: Job, { signal, ms }: JobOptions): Promise<Answer> {
    const thread = await this.#free(signal)
    if (signal.aborted) {
      this.#release(thread)
      throw signal.reason
    }
    const end = () => thread.end()
    signal.addEventListener('abort', end, { once: true })
    try {
      return (await thread.do(job, ms)) as Answer
    } catch (error) {
      signal.throwIfAborted()
      throw error
    } finally {
      signal.removeEventListener('abort', end)
      this.#release(thread)
    }
  }

  /** Until the function that it gives is called, no thread ends for want of work: there will be more. */
  hold(): () => void {
    this.#holders += 1
    return () => {
      this.#holders -= 1
    }
  }

  /** Ends all threads. */
  close(): void {
    this.#closed = true
    for (const thread of [...this.#busy, ...this.#idle.keys()]) thread.end()
    for (const timer of this.#idle.values()) clearTimeout(timer)
    this.#idle.clear()
  }

  async #free(signal: AbortSignal): Promise<PooledThread> {
    await this.#turns.begin(signal)
    const [known] = this.#idle.keys()
    if (known) {
      clearTimeout(this.#idle.get(known))
      this.#idle.delete(known)
    }
    const thread = known && !known.isOver ? known : new PooledThread(this.#options.script, this.#options.memory)
    this.#busy.add(thread)
    return thread
  }

  #release(thread: PooledThread): void {
    this.#busy.delete(thread)
    if (this.#closed) thread.end()
    if (!thread.isOver) {
      const timer = setTimeout(() => {
        if (this.#holders > 0) {
          timer.refresh()
          return
        }
        this.#idle.delete(thread)
        thread.end()
      }, this.#options.idle ?? IDLE)
      this.#idle.set(thread, timer.unref())
    }
    this.#turns.end()
  }
}
