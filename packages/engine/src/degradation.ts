import { type FallibleStep, tellDegraded } from './narrate.ts'
import type { EngineEvent } from './types.ts'

/** What of a run was done in a simpler way than was asked for. */
export interface Degradation {
  readonly steps: readonly { step: FallibleStep; reason: string }[]
  /** Notes a step; gives what tells of it, the first time. `detail`: for the operator alone. */
  note(step: FallibleStep, reason: string, detail?: string): EngineEvent[]
}

/** Told of every step that was done in a simpler way, in one line for the operator. */
export type OnDegraded = (step: FallibleStep, line: string) => void

export function createDegradation(onDegraded: OnDegraded = () => {}): Degradation {
  const steps: { step: FallibleStep; reason: string }[] = []
  return {
    steps,
    note(step, reason, detail = reason) {
      if (steps.some((known) => known.step === step)) return []
      steps.push({ step, reason })
      onDegraded(step, detail)
      return [{ type: 'thinking', content: tellDegraded(step, reason) }]
    },
  }
}
