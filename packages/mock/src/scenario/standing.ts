import { resumable } from './resumable.ts'
import type { Scenario } from './scenario.ts'

/** The default answer: a complete stream that can be resumed, as on a real service. */
export function standing(): Scenario {
  return { ...resumable({ tornAfter: [] }), name: 'answer' }
}
