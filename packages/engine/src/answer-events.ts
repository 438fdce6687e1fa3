import type { EngineEvent } from './types.ts'

/** Tells an answer, fragment by fragment. */
export function* answerEvents(fragments: Iterable<string>): Generator<EngineEvent> {
  for (const content of fragments) yield { type: 'answer', content }
}
