import { type FallibleStep, tellDegraded } from '../narrate.ts'
import { ModelFailure } from '../ports.ts'
import type { EngineEvent } from '../types.ts'

/** What of a run was done in a simpler way than was asked for. */
export interface Degradation {
  readonly steps: readonly { step: FallibleStep; reason: string }[]
  /** Notes a step; gives what tells of it, the first time. */
  note(step: FallibleStep, reason: string): EngineEvent[]
}

export function createDegradation(): Degradation {
  const steps: { step: FallibleStep; reason: string }[] = []
  return {
    steps,
    note(step, reason) {
      if (steps.some((known) => known.step === step)) return []
      steps.push({ step, reason })
      return [{ type: 'thinking', content: tellDegraded(step, reason) }]
    },
  }
}

/** Why a model was no help, in words for the caller: nothing of the operator's set-up is in it. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof ModelFailure)) return 'the model failed'
  switch (error.reason) {
    case 'unreachable':
      return 'the model can not be reached'
    case 'timeout':
      return 'the model did not answer in time'
    case 'quota':
      return 'the model takes no more calls for now'
    case 'cut':
      return 'the model broke off'
    case 'context':
      return 'the evidence is too long for the model'
    case 'format':
      return 'the model’s reply could not be read'
    case 'key':
    case 'model':
    case 'request':
    case 'server':
      return 'the model failed'
  }
}
