import type { EngineEvent } from '@deep-research/engine'
import { answerOf, RESULT, toolCall } from './scripted-engine.ts'

/** The program of a thread whose engine does what these questions say. */
export const HANGING_WORKER = new URL('./hanging-worker.ts', import.meta.url)

/** Questions: one computes for ever, one ends its thread, one waits until it is left. All others are answered. */
export const HANGS = 'Compute for ever.'
export const QUITS = 'End the thread.'
export const WAITS = 'Wait for a model.'

/** What is told of a question that is answered, after its first thought. It goes on once another one hangs. */
export const bystanderEvents = (query: string): EngineEvent[] => [
  ...toolCall(query),
  ...answerOf(`${query} ${RESULT.answer}`),
  { type: 'completed', result: RESULT },
]

/** The file that is there once a thread hangs. */
export const hungMark = (indexFile: string | undefined): string => `${indexFile}.hung`
