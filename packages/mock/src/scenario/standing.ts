import { resumable } from './resumable.ts'
import type { Scenario } from './scenario.ts'

/** What is answered where nothing is said: a good stream, which can be resumed, as one of a real service can. */
export function standing(): Scenario {
  return { ...resumable({ tornAfter: [] }), name: 'answer' }
}
