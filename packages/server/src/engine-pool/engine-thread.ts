import { Worker } from 'node:worker_threads'
import { BackendLostError, type EngineEvent, type ResearchTask, type SourceDocument } from '@deep-research/engine'
import { OneTimeEvent } from '#kernel/one-time-event.ts'
import { UserError } from '#kernel/user-error.ts'
import type { Command, Report, ThreadData } from './messages.ts'

/** In the sources it is beside this file, in a build beside the program. */
const WORKER = new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './engine-worker.js', import.meta.url)

/** A thread that has not ended by itself by then is ended, in milliseconds. */
const CLOSE_WITHIN = 2_000

/** A thread that loads its code, and does nothing yet. */
export type Starting = Worker

export function startThread(): Starting {
  return new Worker(WORKER, { env: {} })
}

/** What happens to a thread. */
export interface ThreadEvents {
  progress: (line: string) => void
  /** Called when its index has changed, and once at the start. */
  ready: (report: Extract<Report, { is: 'ready' }>) => void
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

/** A thread with an engine. */
export class EngineThread {
  /** Resolves when it can research. Rejects with a `UserError` if its corpus is the reason that it cannot start. */
  readonly opened: Promise<void>
  readonly #worker: Worker
  readonly #events: ThreadEvents
  readonly #runs = new Map<number, Inbox>()
  readonly #looks = new Map<number, PromiseWithResolvers<SourceDocument | undefined>>()
  readonly #exited = new OneTimeEvent()
  readonly #opening = Promise.withResolvers<void>()
  #numbers = 0
  #open = false
  #closing = false

  constructor(data: ThreadData, events: ThreadEvents, starting = startThread()) {
    this.#events = events
    this.opened = this.#opening.promise
    this.opened.catch(() => {})
    this.#worker = starting
    this.#worker.on('message', (report: Report) => this.#take(report))
    this.#worker.on('error', (error) => this.#end(error))
    this.#worker.on('exit', () => {
      this.#exited.occur()
      this.#end(new Error('the thread ended'))
    })
    this.#tell({ do: 'open', data })
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
    const run = this.#number()
    const inbox: Inbox = { batches: [], over: false, error: undefined, changed: () => {} }
    const abort = () => inbox.changed()
    signal.addEventListener('abort', abort)
    this.#runs.set(run, inbox)
    this.#tell({ do: 'research', run, task })
    try {
      for (;;) {
        signal.throwIfAborted()
        const batch = inbox.batches.shift()
        if (batch) {
          this.#tell({ do: 'continue', run })
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

  /** The document of its corpus that has this address now. */
  documentAt(url: string): Promise<SourceDocument | undefined> {
    const look = this.#number()
    const found = Promise.withResolvers<SourceDocument | undefined>()
    this.#looks.set(look, found)
    this.#tell({ do: 'find', look, url })
    return found.promise
  }

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

  #number(): number {
    this.#numbers += 1
    return this.#numbers
  }

  #tell(command: Command): void {
    this.#worker.postMessage(command)
  }

  #take(report: Report): void {
    if (report.is === 'progress') this.#events.progress(report.line)
    else if (report.is === 'failed') {
      this.#end(report.forUser ? new UserError(report.message) : new Error(report.message))
    } else if (report.is === 'ready') {
      this.#open = true
      this.#opening.resolve()
      this.#events.ready(report)
    } else if (report.is === 'found') {
      this.#looks.get(report.look)?.resolve(report.document)
      this.#looks.delete(report.look)
    } else this.#takeRun(report)
  }

  #takeRun(report: Extract<Report, { run: number }>): void {
    const inbox = this.#runs.get(report.run)
    if (!inbox) return
    if (report.is === 'events') inbox.batches.push(report.events)
    else {
      inbox.over = true
      inbox.error = report.error === undefined ? undefined : new Error(report.error)
    }
    inbox.changed()
  }

  #end(error: Error): void {
    const wasOpen = this.#open
    this.#open = false
    this.#opening.reject(error)
    for (const inbox of this.#runs.values()) {
      inbox.over = true
      inbox.error = new BackendLostError(`The engine's thread ended: ${error.message}`)
      inbox.changed()
    }
    for (const look of this.#looks.values()) look.resolve(undefined)
    this.#looks.clear()
    if (wasOpen && !this.#closing) this.#events.lost(error)
  }
}
