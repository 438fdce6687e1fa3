import { Worker } from 'node:worker_threads'
import { BackendLostError, type EngineEvent, type ResearchTask } from '@deep-research/engine'
import { OneTimeEvent } from '#kernel/one-time-event.ts'
import { threadOptions } from '#kernel/thread-options.ts'
import type { Command, Report } from './messages.ts'
import { MOST_AHEAD } from './thread-runs.ts'

/** In the sources it is beside this file, in a build beside the program. */
const WORKER = new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './engine-worker.js', import.meta.url)

/** A thread that has not ended by itself by then is ended, in milliseconds. */
const CLOSE_WITHIN = 2_000

/**
 * Megabytes for what a question has just made. By itself V8 takes more where there is memory: in 40 questions on a folder of
 * 1 GB, the service then has 502 to 520 MB at its peak, instead of 477 to 483.
 */
const YOUNG = 96

/** Batches that a thread is told of together: each message wakes it, and it need not wait as long as it may be as many ahead. */
const TOLD_OF = MOST_AHEAD / 2

/** What happens to a thread. */
export interface ThreadEvents {
  /** Called once, when it can research. */
  opened: () => void
  /** Called once if it ends without having been closed. */
  lost: (error: Error) => void
}

interface Inbox {
  /** Batches that were not taken yet. The thread sends only a few in advance. */
  batches: EngineEvent[][]
  over: boolean
  error: Error | undefined
  /** Called after each change. */
  changed: () => void
}

/** A thread with an engine that reads an index. */
export class EngineThread {
  readonly #worker: Worker
  readonly #events: ThreadEvents
  readonly #runs = new Map<number, Inbox>()
  readonly #exited = new OneTimeEvent()
  #numbers = 0
  #open = false
  #closing = false

  constructor(indexFile: string, events: ThreadEvents) {
    this.#events = events
    this.#worker = new Worker(WORKER, {
      ...threadOptions(),
      workerData: indexFile,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG },
    })
    let reason = new Error('it gave no reason')
    this.#worker.on('message', (report: Report) => this.#take(report))
    this.#worker.on('error', (error) => (reason = error))
    this.#worker.on('exit', () => this.#end(reason))
  }

  get isOpen(): boolean {
    return this.#open
  }

  /** How many runs it has. */
  get load(): number {
    return this.#runs.size
  }

  /**
   * Researches in the thread. Leaving the loop ends the run.
   * @throws the signal's reason when aborted, {@link BackendLostError} if the thread ends, or what the engine threw.
   */
  async *research(task: ResearchTask, signal: AbortSignal): AsyncGenerator<EngineEvent> {
    signal.throwIfAborted()
    if (!this.#open) throw new BackendLostError('The thread of the engine has ended.')
    this.#numbers += 1
    const run = this.#numbers
    const inbox: Inbox = { batches: [], over: false, error: undefined, changed: () => {} }
    const abort = () => inbox.changed()
    signal.addEventListener('abort', abort)
    this.#runs.set(run, inbox)
    this.#tell({ do: 'research', run, task })
    let taken = 0
    try {
      for (;;) {
        signal.throwIfAborted()
        const batch = inbox.batches.shift()
        if (batch) {
          taken += 1
          if (taken === TOLD_OF && !inbox.over) {
            this.#tell({ do: 'continue', run, batches: taken })
            taken = 0
          }
          yield* batch
        } else if (inbox.error) throw inbox.error
        else if (inbox.over) return
        else await new Promise<void>((changed) => (inbox.changed = changed))
      }
    } finally {
      signal.removeEventListener('abort', abort)
      this.#runs.delete(run)
      if (!inbox.over) this.#tell({ do: 'leave', run })
    }
  }

  /** Has research that begins from now on see what was written to the index. */
  renew(): void {
    this.#tell({ do: 'renew' })
  }

  async close(): Promise<void> {
    this.#closing = true
    this.#tell({ do: 'close' })
    const late = setTimeout(() => this.#worker.terminate(), CLOSE_WITHIN)
    await this.#exited.wait()
    clearTimeout(late)
  }

  #tell(command: Command): void {
    this.#worker.postMessage(command)
  }

  #take(report: Report): void {
    if (report.is === 'ready') {
      this.#open = true
      this.#events.opened()
      return
    }
    const inbox = this.#runs.get(report.run)
    if (!inbox) return
    if (report.events.length > 0) inbox.batches.push(report.events)
    if (report.is === 'over') {
      inbox.over = true
      inbox.error = report.error === undefined ? undefined : new Error(report.error)
    }
    inbox.changed()
  }

  #end(error: Error): void {
    this.#open = false
    this.#exited.occur()
    for (const inbox of this.#runs.values()) {
      inbox.over = true
      inbox.error = new BackendLostError(`The engine's thread ended: ${error.message}`)
      inbox.changed()
    }
    if (!this.#closing) this.#events.lost(error)
  }
}
