import { resumable } from './resumable.ts'
import type { Scenario } from './scenario.ts'

/** The scenario of a mock for which none is given: a complete stream that can be resumed, as from a real service. */
export function defaultScenario(): Scenario {
  return { ...resumable({ tornAfter: [] }), name: 'answer' }
}
