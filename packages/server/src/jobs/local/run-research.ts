import { setImmediate as nextTurn } from 'node:timers/promises'
import type { EngineEvent, ResearchEngine, ResearchTask } from '@deep-research/engine'

/** After so many events the loop lets other work of the process run. */
const EVENTS_A_TURN = 128

/** Whoever follows a run. */
export interface RunFollower {
  tell(event: EngineEvent): void
  /** Called after the last event, unless the run broke or was left. */
  runEnded(): void
  runBroke(error: unknown): void
}

/**
 * Starts the engine on a task; the follower is told everything from then on.
 * @throws what the engine threw if it is not ready or fails at once; an engine that takes longer is followed.
 */
export async function startResearch(
  engine: ResearchEngine,
  task: ResearchTask,
  signal: AbortSignal,
  follower: RunFollower,
): Promise<Run> {
  await engine.ready?.(signal)
  const run = new Run(engine.research(task, { signal })[Symbol.asyncIterator](), signal, follower)
  await run.begin()
  return run
}

/**
 * A run of the engine. It calls its follower rather than returning promises, because what waits for a promise takes
 * memory in each of thousands of runs.
 */
export class Run {
  readonly #iterator: AsyncIterator<EngineEvent>
  readonly #signal: AbortSignal
  readonly #follower: RunFollower
  /** Resolved and dropped once the first event is there or a turn has passed. */
  #beginning: PromiseWithResolvers<void> | undefined
  #over = false

  constructor(iterator: AsyncIterator<EngineEvent>, signal: AbortSignal, follower: RunFollower) {
    this.#iterator = iterator
    this.#signal = signal
    this.#follower = follower
  }

  /** Resolves when the run has yielded its first event, or has taken longer than a turn without failing. */
  begin(): Promise<void> {
    const beginning = Promise.withResolvers<void>()
    this.#beginning = beginning
    setImmediate(() => this.#begun())
    this.#pull()
    return beginning.promise
  }

  /** Stops waiting for the engine, which may ignore the signal. Call it once the signal is aborted. */
  leave(): void {
    if (this.#over) return
    this.#break(this.#signal.reason)
    this.#iterator.return?.()?.catch(() => {})
  }

  async #pull(): Promise<void> {
    try {
      let step = await this.#iterator.next()
      this.#begun()
      for (let events = 1; !step.done && !this.#signal.aborted; events += 1) {
        this.#follower.tell(step.value)
        if (events % EVENTS_A_TURN === 0) await nextTurn()
        step = await this.#iterator.next()
      }
    } catch (error) {
      if (this.#beginning) this.#beginning.reject(error)
      else this.#break(error)
      return
    }
    if (this.#over) return
    this.#over = true
    this.#follower.runEnded()
  }

  #begun(): void {
    this.#beginning?.resolve()
    this.#beginning = undefined
  }

  #break(error: unknown): void {
    if (this.#over) return
    this.#over = true
    this.#follower.runBroke(error)
  }
}
