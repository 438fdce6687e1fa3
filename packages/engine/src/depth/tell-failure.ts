import { detailOf, reasonOf } from '#model/failure.ts'
import type { EngineEvent } from '../types.ts'
import type { InvestigationParts } from './investigation-parts.ts'

/** Tells that a step is done without a model, as it failed. */
export function* tellFailure(
  { use, degradation, signal }: Pick<InvestigationParts, 'use' | 'degradation' | 'signal'>,
  step: 'plan' | 'note' | 'reflect',
  error: unknown,
): Generator<EngineEvent> {
  // What was not asked for want of time is no failure of a model.
  if (signal.aborted) return
  use.failed('fast', error)
  yield* degradation.note(step, reasonOf(error), detailOf(error))
}
