import {
  BackendLostError,
  type EngineEvent,
  HandedOverError,
  type ResearchEngine,
  type ResearchTask,
} from '@deep-research/engine'
import { Course, NOTHING_TOLD, OtherCourseError, type Told } from './course.ts'
import type { KeptOfRun, Report, RunFailure } from './messages.ts'

/** A batch is sent when it has so many events, or after `LONGEST_WAIT`. */
const BATCH = 64
/**
 * How long the first event of a batch waits at most, in milliseconds. Nobody sees so short a delay, and sending wakes
 * two threads: with one batch for each turn of the loop, 300 questions on 7 MB of news sent 15 batches each.
 */
const LONGEST_WAIT = 25

/** How many batches may be sent and not yet taken; then the run waits for the service. */
export const MOST_AHEAD = 4

type BeginRun = (run: number, task: ResearchTask, kept: KeptOfRun | undefined, signal: AbortSignal) => void

/** The runs of one thread. */
export class ThreadRuns {
  readonly #engine: ResearchEngine
  readonly #report: (report: Report) => void
  readonly #begin: BeginRun
  readonly #runs = new Map<number, ThreadRun>()

  /** `begin` is called before each run, with the signal of its end. */
  constructor(engine: ResearchEngine, report: (report: Report) => void, begin: BeginRun = () => {}) {
    this.#engine = engine
    this.#report = report
    this.#begin = begin
  }

  /** Begins a run; `before` is what another thread told of it, and `kept` what it has kept. */
  async start(run: number, task: ResearchTask, before: Told = NOTHING_TOLD, kept?: KeptOfRun): Promise<void> {
    const one = new ThreadRun(before, (events, told) => this.#report({ is: 'events', run, events, told }))
    this.#runs.set(run, one)
    this.#begin(run, task, kept, one.signal)
    let failure: RunFailure | undefined
    try {
      await one.follow(this.#engine, task)
    } catch (reason) {
      failure = describe(reason)
    }
    this.#runs.delete(run)
    this.#report({ is: 'over', run, events: one.rest(), told: one.told, failure })
  }

  continue(run: number, batches: number): void {
    this.#runs.get(run)?.taken(batches)
  }

  /** `handedOver`: the run goes on elsewhere. */
  leave(run: number, handedOver = false): void {
    this.#runs.get(run)?.leave(handedOver)
  }
}

function describe(reason: unknown): RunFailure {
  const lost = reason instanceof BackendLostError || reason instanceof OtherCourseError
  return { message: reason instanceof Error ? reason.message : String(reason), lost }
}

class ThreadRun {
  readonly #send: (events: EngineEvent[], told: Told) => void
  readonly #course: Course
  readonly #controller = new AbortController()
  #batch: EngineEvent[] = []
  #hasSent = false
  #ahead = 0
  #mayGoOn: (() => void) | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(before: Told, send: (events: EngineEvent[], told: Told) => void) {
    this.#course = new Course(before)
    this.#send = send
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** What was told of the run so far, also by other threads. */
  get told(): Told {
    return this.#course.told
  }

  async follow(engine: ResearchEngine, task: ResearchTask): Promise<void> {
    const { signal } = this.#controller
    for await (const event of engine.research(task, { signal })) {
      if (this.#course.take(event)) continue
      if (this.#batch.push(event) === 1) this.#flushSoon()
      if (this.#batch.length >= BATCH) this.#flush()
      while (this.#ahead >= MOST_AHEAD && !signal.aborted) await new Promise<void>((go) => (this.#mayGoOn = go))
      if (signal.aborted) return
    }
    this.#course.end()
  }

  /** The events that were not sent yet; none where nobody waits for them. */
  rest(): EngineEvent[] {
    clearTimeout(this.#timer)
    const events = this.#batch
    this.#batch = []
    return this.#controller.signal.aborted ? [] : events
  }

  taken(batches: number): void {
    this.#ahead -= batches
    this.#mayGoOn?.()
  }

  leave(handedOver: boolean): void {
    this.#controller.abort(handedOver ? new HandedOverError('The run goes on elsewhere.') : undefined)
    this.#mayGoOn?.()
  }

  /** The first event is sent at the end of the turn, as it shows that the run has begun. */
  #flushSoon(): void {
    clearTimeout(this.#timer)
    if (this.#hasSent) this.#timer = setTimeout(() => this.#flush(), LONGEST_WAIT)
    else setImmediate(() => this.#flush())
  }

  #flush(): void {
    if (this.#batch.length === 0) return
    const events = this.#batch
    this.#batch = []
    this.#hasSent = true
    this.#ahead += 1
    this.#send(events, this.told)
  }
}
