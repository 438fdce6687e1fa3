import type { ResearchEvent } from '@deep-research/sdk/contract'
import { expect, test } from 'vitest'
import { SAMPLE_EVENTS } from '../../reference/samples.ts'
import { StreamView } from './show-stream.ts'
import { openTerminal } from './terminal.ts'

const WIDTH = 50

function shown(events: readonly ResearchEvent[]): string {
  const written: string[] = []
  const terminal = openTerminal({ write: (text) => written.push(text), columns: WIDTH }, { colors: false })
  const view = new StreamView({ progress: terminal, answer: terminal })
  for (const event of events) view.show(event)
  return written.join('')
}

const readOf = (result: Record<string, unknown>): ResearchEvent[] =>
  SAMPLE_EVENTS.flatMap((event) =>
    event.type === 'research.tool_call.completed' ? [{ ...event, data: { ...event.data, status: 'ok', result } }] : [],
  )

test('what was used stands in lines of a narrow terminal', () => {
  const [usage = ''] = /\nUsage {2}[\s\S]*/.exec(shown(SAMPLE_EVENTS)) ?? []
  const lines = usage.trim().split('\n')
  expect(lines.length).toBeGreaterThan(1)
  expect(lines.filter((line) => line.length > WIDTH)).toEqual([])
  for (const line of lines.slice(1)) expect(line).toMatch(/^ {7}\S/)
})

test.each([
  [{ title: 'Reef', sentences: 1 }, '1 sentence,'],
  [{ title: 'Reef', sentences: 2 }, '2 sentences,'],
  [{ title: 'Reef' }, 'done,'],
])('what was read: %j', (result, expected) => {
  expect(shown(readOf(result))).toContain(`  ${expected}`)
})
