import { Worker } from 'node:worker_threads'
import {
  BackendLostError,
  type EngineEvent,
  HandedOverError,
  type ResearchTask,
  type Synonyms,
} from '@deep-research/engine'
import { OneTimeEvent } from '#kernel/one-time-event.ts'
import { threadOptions } from '#kernel/thread-options.ts'
import { keptRunOf } from '#steps/keep-steps.ts'
import type { SharedOutside } from './answer-call.ts'
import { NOTHING_TOLD, type Told } from './course.ts'
import { type Keeping, MadeCalls } from './made-calls.ts'
import type { Command, OutsideTraits, Report, RunFailure, ThreadData } from './messages.ts'
import { Pulse } from './pulse.ts'
import { LEFT_LOOK, lookEvery, Silence, Stuck } from './silence.ts'
import { type HowEnded, ThreadEndedError } from './thread-ended.ts'
import { MOST_AHEAD } from './thread-runs.ts'

/** In the sources it is beside this file, in a build beside the program. */
const WORKER = new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './engine-worker.js', import.meta.url)

/** Loading the engine's code and opening the index takes a second, on a busy machine several. In milliseconds. */
const START_WITHIN = 60_000

/** A thread that has not ended by itself by then is ended, in milliseconds. */
const CLOSE_WITHIN = 2_000

/**
 * The most megabytes for young objects, such as those that a question has just made. By itself V8 takes more where
 * there is memory: in 40 questions on a folder of 1 GB, the service then has 502 to 520 MB at its peak, instead of 477
 * to 483.
 */
const YOUNG = 96

/**
 * How many batches are taken before the thread is told so: each message wakes it, and half of `MOST_AHEAD` leaves it
 * room meanwhile.
 */
const TOLD_OF = MOST_AHEAD / 2

/** What a thread needs. */
export interface ThreadOptions {
  /** The index that it reads; undefined for none. */
  indexFile: string | undefined
  /** Words that mean the same in it. Default: none. */
  synonyms?: Synonyms | undefined
  /** What its runs reach through the thread that serves. Default: nothing, as they search the corpus alone. */
  outside?:
    | { traits: OutsideTraits; shared: SharedOutside; onDegraded: (step: string, line: string) => void }
    | undefined
  /** Milliseconds after which a thread that gives no sign of life is ended. */
  silenceMs: number
  /** The program of the thread. Default: the product's. */
  script?: URL | undefined
}

/** What other threads have left of a run. */
export interface LeftOfRun {
  told: Told
  /** Its finished steps. Default: those that it had when it began in this process. */
  steps?: ReadonlyMap<string, string> | undefined
}

const NOTHING_BEFORE: LeftOfRun = { told: NOTHING_TOLD }

/** What happens to a thread. */
export interface ThreadEvents {
  /** Called once, when it can research. */
  opened: () => void
  /** Called once if it ends without having been closed. */
  lost: (error: Error) => void
}

interface Inbox extends Keeping {
  /** Batches of events that nobody has read yet. The thread sends only a few in advance. */
  batches: EngineEvent[][]
  /** All that the thread has told, and other threads before. */
  told: Told
  over: boolean
  error: Error | undefined
  /** Called after each change. */
  changed: () => void
}

/** A thread with an engine that reads an index. It is ended when it hangs. */
export class EngineThread {
  readonly #worker: Worker
  readonly #events: ThreadEvents
  readonly #pulse = new Pulse()
  readonly #outside: ThreadOptions['outside']
  readonly #runs = new Map<number, Inbox>()
  /** Calls that are being made for runs. */
  readonly #calls: MadeCalls | undefined
  /** Runs that were left, until the thread has heard of it. */
  readonly #left = new Map<number, NodeJS.Timeout>()
  readonly #exited = new OneTimeEvent()
  readonly #starting: NodeJS.Timeout
  readonly #looking: NodeJS.Timeout
  #numbers = 0
  #open = false
  #over = false
  #closing = false

  constructor({ indexFile, synonyms, outside, silenceMs, script = WORKER }: ThreadOptions, events: ThreadEvents) {
    this.#events = events
    this.#outside = outside
    this.#calls = outside && new MadeCalls(outside.shared, (command) => this.#tell(command))
    const every = lookEvery(silenceMs)
    const pulse = this.#pulse.memory
    const data: ThreadData = { indexFile, synonyms, outside: outside?.traits, pulse, beatEvery: Math.ceil(every / 2) }
    this.#worker = new Worker(script, {
      ...threadOptions(),
      workerData: data,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG },
    })
    let reason = new Error('it gave no reason')
    this.#worker.on('message', (report: Report) => this.#take(report))
    this.#worker.on('error', (error) => (reason = error))
    this.#worker.on('exit', () => {
      this.#end('died', reason)
      this.#exited.occur()
    })
    this.#starting = setTimeout(() => this.#kill('it did not start in time'), START_WITHIN).unref()
    const silence = new Silence(this.#pulse)
    this.#looking = setInterval(() => {
      if (this.#open && silence.look()) this.#kill(`it gave no sign of life for ${silenceMs / 1_000} s`)
    }, every).unref()
  }

  get isOpen(): boolean {
    return this.#open
  }

  /** How many runs it has. */
  get load(): number {
    return this.#runs.size
  }

  /**
   * Researches in the thread. Leaving the loop ends the run, and the thread too if it does not hear of that.
   * @param before what another thread has told of the run, which is not told again, and the steps that it has kept
   * @throws the signal's reason when aborted, {@link ThreadEndedError} if the thread ends, or what the engine threw.
   */
  async *research(task: ResearchTask, signal: AbortSignal, before = NOTHING_BEFORE): AsyncGenerator<EngineEvent> {
    const { told } = before
    signal.throwIfAborted()
    if (!this.#open)
      throw new ThreadEndedError({ how: 'died', blamed: false, told, kept: Promise.resolve() }, 'it has ended')
    this.#numbers += 1
    const run = this.#numbers
    const keeper = this.#outside && keptRunOf(task)
    const inbox: Inbox = { batches: [], told, keeper, keeping: new Set(), over: false, error: undefined, changed() {} }
    const abort = () => inbox.changed()
    signal.addEventListener('abort', abort)
    this.#runs.set(run, inbox)
    const kept = keeper && { id: keeper.id, steps: before.steps ?? keeper.steps }
    this.#tell({ do: 'research', run, task, told, kept })
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
      this.#calls?.dropOf(run)
      if (!inbox.over) this.#leave(run, signal.reason instanceof HandedOverError)
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

  #leave(run: number, handedOver: boolean): void {
    this.#tell({ do: 'leave', run, handedOver })
    const stuck = new Stuck(this.#pulse, run)
    const timer = setInterval(() => {
      if (stuck.look()) this.#kill('it did not leave a run that was ended')
    }, LEFT_LOOK).unref()
    this.#left.set(run, timer)
  }

  #heardOf(run: number): void {
    clearInterval(this.#left.get(run))
    this.#left.delete(run)
  }

  #take(report: Report): void {
    if (this.#over) return
    if (report.is === 'ready') {
      clearTimeout(this.#starting)
      this.#open = true
      this.#events.opened()
      return
    }
    if (report.is === 'left') this.#heardOf(report.run)
    else if (report.is === 'call') this.#calls?.make(report, this.#runs.get(report.run))
    else if (report.is === 'drop') this.#calls?.drop(report.call)
    else if (report.is === 'degraded') this.#outside?.onDegraded(report.step, report.line)
    else this.#deliver(report)
  }

  #deliver(report: Extract<Report, { told: Told }>): void {
    const inbox = this.#runs.get(report.run)
    if (!inbox) return
    inbox.told = report.told
    if (report.events.length > 0) inbox.batches.push(report.events)
    if (report.is === 'over') {
      inbox.over = true
      inbox.error = report.failure && errorOf(report.failure)
    }
    inbox.changed()
  }

  /** Does not wait until the thread has ended: one that is in native code ends only when that returns. */
  #kill(why: string): void {
    this.#end('hung', new Error(why))
    void this.#worker.terminate()
  }

  #end(how: HowEnded, error: Error): void {
    if (this.#over) return
    this.#over = true
    this.#open = false
    clearTimeout(this.#starting)
    clearInterval(this.#looking)
    for (const run of this.#left.keys()) this.#heardOf(run)
    for (const [run, inbox] of this.#runs) {
      if (inbox.over) continue
      inbox.over = true
      const blamed = run === this.#pulse.run
      const { told, keeping } = inbox
      const kept = Promise.allSettled(keeping)
      inbox.error = new ThreadEndedError({ how, blamed, told, kept }, error.message)
      inbox.changed()
    }
    this.#calls?.dropOf()
    if (!this.#closing) this.#events.lost(error)
  }
}

function errorOf({ message, lost }: RunFailure): Error {
  return lost ? new BackendLostError(message) : new Error(message)
}
