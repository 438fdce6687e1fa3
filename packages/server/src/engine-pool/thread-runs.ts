import type { EngineEvent, ResearchEngine, ResearchTask } from '@deep-research/engine'
import type { Report } from './messages.ts'

/** A batch is sent when it has so many events, or at the end of the turn. */
const BATCH = 64

/** How many batches the service may be behind; then the run waits for it. */
const MOST_AHEAD = 4

/** The runs of one thread. */
export class ThreadRuns {
  readonly #engine: ResearchEngine
  readonly #report: (report: Report) => void
  readonly #runs = new Map<number, ThreadRun>()

  constructor(engine: ResearchEngine, report: (report: Report) => void) {
    this.#engine = engine
    this.#report = report
  }

  async start(run: number, task: ResearchTask): Promise<void> {
    const one = new ThreadRun((events) => this.#report({ is: 'events', run, events }))
    this.#runs.set(run, one)
    let error: string | undefined
    try {
      await one.follow(this.#engine, task)
    } catch (reason) {
      error = reason instanceof Error ? reason.message : String(reason)
    }
    this.#runs.delete(run)
    this.#report({ is: 'over', run, error })
  }

  continue(run: number): void {
    this.#runs.get(run)?.taken()
  }

  leave(run: number): void {
    this.#runs.get(run)?.leave()
  }
}

class ThreadRun {
  readonly #send: (events: EngineEvent[]) => void
  readonly #controller = new AbortController()
  #batch: EngineEvent[] = []
  #ahead = 0
  #mayGoOn: (() => void) | undefined

  constructor(send: (events: EngineEvent[]) => void) {
    this.#send = send
  }

  async follow(engine: ResearchEngine, task: ResearchTask): Promise<void> {
    const { signal } = this.#controller
    for await (const event of engine.research(task, { signal })) {
      if (this.#batch.push(event) === 1) setImmediate(() => this.#flush())
      if (this.#batch.length >= BATCH) this.#flush()
      while (this.#ahead >= MOST_AHEAD && !signal.aborted) await new Promise<void>((go) => (this.#mayGoOn = go))
      if (signal.aborted) return
    }
    this.#flush()
  }

  taken(): void {
    this.#ahead -= 1
    this.#mayGoOn?.()
  }

  leave(): void {
    this.#controller.abort()
    this.#mayGoOn?.()
  }

  #flush(): void {
    if (this.#batch.length === 0) return
    const events = this.#batch
    this.#batch = []
    this.#ahead += 1
    this.#send(events)
  }
}
