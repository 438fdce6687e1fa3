import { setImmediate as nextTurn } from 'node:timers/promises'
import type { EngineEvent, ResearchEngine, ResearchTask } from '@deep-research/engine'

/** After so many events the loop lets other work of the process run. */
const EVENTS_A_TURN = 128

/**
 * Starts the engine on a task.
 * @throws what the engine threw if it is not ready or fails at once; an engine that takes longer is followed.
 */
export async function startResearch(engine: ResearchEngine, task: ResearchTask, signal: AbortSignal): Promise<Run> {
  await engine.ready?.(signal)
  const iterator = engine.research(task, { signal })[Symbol.asyncIterator]()
  const first = iterator.next()
  first.catch(() => {})
  await Promise.race([first, nextTurn()])
  return new Run(iterator, first, signal)
}

/** A run that was started and has yielded its first event, or failed before it. */
export class Run {
  readonly #iterator: AsyncIterator<EngineEvent>
  readonly #signal: AbortSignal
  #first: Promise<IteratorResult<EngineEvent>> | undefined
  #giveUp: ((reason: unknown) => void) | undefined

  constructor(iterator: AsyncIterator<EngineEvent>, first: Promise<IteratorResult<EngineEvent>>, signal: AbortSignal) {
    this.#iterator = iterator
    this.#first = first
    this.#signal = signal
  }

  /** Passes every event to `tell` and resolves after the last one. */
  follow(tell: (event: EngineEvent) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#giveUp = reject
      this.#pull(tell).then(resolve, reject)
      if (this.#signal.aborted) this.leave()
    })
  }

  /** Stops waiting for the engine, which may ignore the signal. Call it once the signal is aborted. */
  leave(): void {
    if (!this.#giveUp) return
    this.#giveUp(this.#signal.reason)
    this.#iterator.return?.()?.catch(() => {})
  }

  async #pull(tell: (event: EngineEvent) => void): Promise<void> {
    let step = await this.#first
    this.#first = undefined
    for (let events = 1; step && !step.done && !this.#signal.aborted; events += 1) {
      tell(step.value)
      if (events % EVENTS_A_TURN === 0) await nextTurn()
      step = await this.#iterator.next()
    }
  }
}
