import { type ResearchResult, researchResultSchema } from '@deep-research/sdk/contract'
import { expect } from 'vitest'
import type { EngineEvent } from '../src/types.ts'

/** What must hold of every answer and the events before it. */
export function expectSound(result: ResearchResult, events: readonly EngineEvent[]): void {
  researchResultSchema.parse(result)
  const told = events.flatMap((event) => (event.type === 'answer' ? [event.content] : [])).join('')
  expect(told).toBe(result.answer)
  const started = events.filter(({ type }) => type === 'tool_call.started').length
  expect(events.filter(({ type }) => type === 'tool_call.completed')).toHaveLength(started)
  expect(result.usage.tool_calls).toBe(started)
}
