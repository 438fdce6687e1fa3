import { type FallibleStep, tellDegraded } from './narrate.ts'
import type { EngineEvent } from './types.ts'

/** Told of every step that was done in a simpler way, in one line for the operator. */
export type OnDegraded = (step: FallibleStep, line: string) => void

/** What of a run was done in a simpler way than was asked for. */
export class Degradation {
  readonly steps: { step: FallibleStep; reason: string }[] = []
  readonly #onDegraded: OnDegraded

  constructor(onDegraded: OnDegraded = () => {}) {
    this.#onDegraded = onDegraded
  }

  /** Notes a step; gives what tells of it, the first time. `detail`: for the operator alone. */
  note(step: FallibleStep, reason: string, detail = reason): EngineEvent[] {
    if (this.steps.some((known) => known.step === step)) return []
    this.steps.push({ step, reason })
    this.#onDegraded(step, detail)
    return [{ type: 'thinking', content: tellDegraded(step, reason) }]
  }
}
