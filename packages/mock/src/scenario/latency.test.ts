import { expect, test } from 'vitest'
import { collect } from '../../test/collect.ts'
import { eventsOf } from '../../test/read-stream.ts'
import { answer } from './answer.ts'
import { latency } from './latency.ts'
import { resumable } from './resumable.ts'

const at = (text: string, type: string) =>
  eventsOf(text)
    .filter((event) => event.type === type)
    .map(({ timestamp }) => Date.parse(timestamp))
const started = Date.UTC(2026, 0, 1)

test.each([
  ['low', 15_000, 0],
  ['medium', 45_000, 2],
  ['high', 120_000, 7],
] as const)('%s: %i ms of silence before the answer, with %i keep-alives', async (reasoning_level, ms, keepAlives) => {
  const { text } = await collect(latency(), { reasoning_level })
  const [first = 0] = at(text, 'research.answer.delta')
  expect(first - started).toBeGreaterThanOrEqual(ms)
  expect(first - started).toBeLessThan(ms + 1000)
  expect(text.match(/^: keep-alive$/gm) ?? []).toHaveLength(keepAlives)
})

test('thinking and tool calls are spread over that time, and waits differ', async () => {
  const options = { include_thinking: true, include_tool_calls: true }
  const { text } = await collect(latency({ researchMs: 20_000 }), { options })
  const thinking = at(text, 'research.thinking.delta').map((time) => time - started)
  expect(thinking[0]).toBeGreaterThan(300)
  expect(thinking.at(-1)).toBeLessThan(20_000)
  const deltas = at(text, 'research.answer.delta')
  const gaps = deltas.slice(1).map((time, index) => time - (deltas[index] ?? 0))
  expect(new Set(gaps).size).toBeGreaterThan(2)
  expect((at(text, 'research.completed')[0] ?? 0) - (deltas.at(-1) ?? 0)).toBe(2_000)
})

test('the same events as without, at any speed', async () => {
  const types = (text: string) => eventsOf(text).map(({ type }) => type)
  const plain = await collect(answer())
  const slow = await collect(latency())
  const fast = await collect(latency({ speed: 10 }))
  const instant = await collect(latency({ speed: Number.POSITIVE_INFINITY }))
  for (const { text } of [slow, fast, instant]) expect(types(text)).toEqual(types(plain.text))
  expect(Math.round(slow.elapsed / fast.elapsed)).toBe(10)
  expect(instant.elapsed).toBe(0)
})

test('what never answers still takes its time, and a resumed stream does not wait again', async () => {
  expect((await collect(latency({ of: answer({ answer: '' }) }))).elapsed).toBeGreaterThanOrEqual(45_000)
  const base = resumable()
  expect(latency({ of: base }).resume).toBe(base.resume)
})
