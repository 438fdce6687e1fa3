import { Worker } from 'node:worker_threads'
import { ThreadFailure } from './failure.ts'
import type { JobReport } from './serve-jobs.ts'

/** Megabytes that a thread may take, each of them. */
export interface ThreadMemory {
  heap: number
  /** Of the bytes that stand beside the heap, as what is decompressed does. */
  buffers: number
  /** For what the thread has just made, on top of the heap's bound. With more, less of it is copied. Default: 16. */
  young?: number
}

const MEGABYTE = 1024 * 1024
const YOUNG = 16
/** Milliseconds between two looks at the buffers of a thread at work, at least. */
const LOOK = 10
/** Megabytes that a thread fills in a millisecond, at most: nobody looks again before what is left can be full. */
const FILLED = 10

/** A thread that does one job at a time, and can be ended whatever it does. */
export class PooledThread {
  readonly #worker: Worker
  readonly #memory: ThreadMemory
  #settle: ((outcome: JobReport | ThreadFailure) => void) | undefined
  #over = false

  constructor(script: URL, memory: ThreadMemory) {
    this.#memory = memory
    // What parsers print is for their developers.
    this.#worker = new Worker(script, {
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: memory.heap, maxYoungGenerationSizeMb: memory.young ?? YOUNG },
    })
    this.#worker.on('message', (report: JobReport) => this.#settle?.(report))
    this.#worker.on('error', (error: Error) => {
      const memory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      this.#lost(memory ? TOO_MUCH_MEMORY() : new ThreadFailure('ended', 'cannot be read'))
    })
    this.#worker.on('exit', () => this.#lost(new ThreadFailure('ended', 'cannot be read')))
    // Only now: a listener for messages would make the process wait for the thread again.
    this.#worker.unref()
  }

  /** Whether it has ended, and does no further job. */
  get isOver(): boolean {
    return this.#over
  }

  /** @throws {ThreadFailure} */
  async do(job: unknown, ms: number): Promise<unknown> {
    const outcome = await new Promise<JobReport | ThreadFailure>((settle) => {
      const late = () => this.#lost(new ThreadFailure('time', `takes longer than ${ms / 1000} s to read`))
      let turn: NodeJS.Immediate | undefined
      // After this thread stood still, the deadline comes before the answer that arrived meanwhile.
      const deadline = setTimeout(() => (turn = setImmediate(late)), ms)
      let watch: NodeJS.Timeout | undefined
      const lookIn = (left: number) => {
        watch = setTimeout(look, Math.max(LOOK, left / FILLED))
      }
      const look = async () => {
        const left = await this.#left()
        if (left < 0) this.#lost(TOO_MUCH_MEMORY())
        else if (watch !== undefined) lookIn(left)
      }
      lookIn(this.#memory.buffers)
      this.#settle = (outcome) => {
        clearTimeout(deadline)
        clearImmediate(turn)
        clearTimeout(watch)
        watch = undefined
        this.#settle = undefined
        settle(outcome)
      }
      this.#worker.postMessage(job)
    })
    if (outcome instanceof ThreadFailure) throw outcome
    if ('problem' in outcome) throw new ThreadFailure('content', outcome.problem)
    return outcome.answer
  }

  end(): void {
    this.#lost(new ThreadFailure('ended', 'was not read to its end'))
  }

  /** Megabytes that it may still take beside its heap. Node before 22.16 does not tell what it takes. */
  async #left(): Promise<number> {
    const { external_memory: taken = 0 } = (await this.#worker.getHeapStatistics?.().catch(() => undefined)) ?? {}
    return this.#memory.buffers - taken / MEGABYTE
  }

  #lost(failure: ThreadFailure): void {
    this.#settle?.(failure)
    if (this.#over) return
    this.#over = true
    void this.#worker.terminate()
  }
}

const TOO_MUCH_MEMORY = () => new ThreadFailure('memory', 'needs too much memory to read')
