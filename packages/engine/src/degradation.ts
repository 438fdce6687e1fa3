import { type FallibleStep, tellDegraded } from './narrate.ts'
import { ModelFailure } from './ports.ts'
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

/** The same for the operator: what the endpoint did. */
export function detailOf(error: unknown): string {
  return error instanceof ModelFailure ? `the model ${error.message}` : 'the model failed'
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
