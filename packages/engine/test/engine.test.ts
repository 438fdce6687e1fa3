import { researchResultSchema } from '@deep-research/sdk/contract'
import { expect, test } from 'vitest'
import { createEngine } from '../src/engine.ts'
import type { EngineEvent, ResearchTask, SourceDocument } from '../src/types.ts'
import { memoryLibrary } from './memory-library.ts'

const document = (title: string, text: string): SourceDocument => ({
  id: title,
  url: `https://example.org/${encodeURIComponent(title)}`,
  title,
  text,
  sourceType: 'document',
  authors: ['A. Writer'],
  year: 1999,
})

const library = memoryLibrary([
  document(
    'Harbour Bridge',
    'The Harbour Bridge was designed by Mira Olsen. It opened in 1932 after eight years of work.',
  ),
  document('Mira Olsen', 'Mira Olsen was an engineer. She was born in Tromsø and taught at the institute there.'),
  document('Tromsø', 'Tromsø is a city in northern Norway. It lies on an island.'),
  document('Bread', 'Bread is baked from flour and water. Yeast makes it rise.'),
])

const engine = createEngine({ library, now: () => 0 })

async function run(task: ResearchTask, signal = new AbortController().signal): Promise<EngineEvent[]> {
  const events: EngineEvent[] = []
  for await (const event of engine.research(task, { signal })) events.push(event)
  return events
}

function resultOf(events: readonly EngineEvent[]) {
  const last = events.at(-1)
  if (last?.type !== 'completed') throw new Error('no result')
  return last.result
}

test('finds what a question asks for and quotes it with its place', async () => {
  const events = await run({ query: 'When did the Harbour Bridge open?', level: 'low' })
  const result = resultOf(events)
  expect(() => researchResultSchema.parse(result)).not.toThrow()
  expect(result.answer_clean).toContain('It opened in 1932')
  const fragments = events.flatMap((event) => (event.type === 'answer' ? [event.content] : []))
  expect(fragments.join('')).toBe(result.answer)
  for (const { source, source_anchor, verified } of result.citations) {
    const { text } = library.document(source.title)
    expect(text.slice(source_anchor.source_start_offset, source_anchor.source_end_offset)).toBe(source_anchor.quote)
    expect(verified).toBe(true)
    expect(source).toMatchObject({ authors: ['A. Writer'], year: 1999 })
  }
})

test('follows a name from one document to the next when the question needs both', async () => {
  const events = await run({ query: 'Where was the engineer who designed the Harbour Bridge born?', level: 'high' })
  const result = resultOf(events)
  expect(result.answer_clean).toContain('born in Tromsø')
  expect(result.usage.iterations).toBeGreaterThan(1)
  const thoughts = events.flatMap((event) => (event.type === 'thinking' ? [event.content] : [])).join('')
  expect(thoughts).toMatch(/Stopping after \d+ iterations?: /)
})

test('says so when no source holds anything, and cites nothing', async () => {
  const result = resultOf(await run({ query: 'zymurgy xylography', level: 'low' }))
  expect(result.citations).toEqual([])
  expect(result.answer_clean).toBe(
    'No source holds “zymurgy”, “xylography”.\n\nThe sources searched hold nothing on this question.',
  )
})

test('what only shares a word with a question is not shown as close to it', async () => {
  const query = 'Which quantum spectrometer did the bread laboratory calibrate?'
  const { citations, answer_clean } = resultOf(await run({ query, level: 'low' }))
  expect(citations).toEqual([])
  expect(answer_clean).toContain('The sources searched hold nothing on this question.')
})

test('a question about a name that nothing knows is not answered by what it says beside it', async () => {
  const ask = async (query: string) => resultOf(await run({ query, level: 'low' })).citations.some((c) => c.verified)
  expect(await ask('When was the Harbour Bridge designed by Mira Olsen opened?')).toBe(true)
  expect(await ask('In which book did Jorun Vik write of the bridge?')).toBe(false)
})

test('two things that are compared have a passage each', async () => {
  const { answer_clean } = resultOf(await run({ query: 'Compare Tromsø and Harbour Bridge', level: 'medium' }))
  expect(answer_clean).toMatch(/Tromsø is a c/)
  expect(answer_clean).toMatch(/The Harbour Bridge /)
})

test('of two copies of one text only one is cited', async () => {
  const text =
    'The lighthouse of Kvalnes was lit in 1911. Its keeper wrote down the weather twice a day for forty years.'
  const copies = memoryLibrary([document('Kvalnes', text), document('Kvalnes (reprint)', text)])
  const events: EngineEvent[] = []
  const task: ResearchTask = { query: 'When was the lighthouse of Kvalnes lit?', level: 'medium' }
  const { signal } = new AbortController()
  for await (const event of createEngine({ library: copies }).research(task, { signal })) events.push(event)
  expect(resultOf(events).sources_summary).toHaveLength(1)
})

test('every started tool call is completed once, and all are counted', async () => {
  const events = await run({ query: 'Who designed the Harbour Bridge?', level: 'medium' })
  const started = events.flatMap((event) => (event.type === 'tool_call.started' ? [event.call.tool_call_id] : []))
  const completed = events.flatMap((event) => (event.type === 'tool_call.completed' ? [event.call.tool_call_id] : []))
  expect(completed).toEqual(started)
  expect(new Set(started).size).toBe(started.length)
  expect(resultOf(events).usage.tool_calls).toBe(started.length)
})

test.each([
  ['low', 5],
  ['medium', 10],
  ['high', 15],
] as const)('level %s never goes beyond %i iterations', async (level, ceiling) => {
  const names = Array.from({ length: 60 }, (_, i) => `Place${String.fromCharCode(65 + (i % 26))}${i}`)
  const chain = names.map((name, i) => document(name, `${name} is near ${names[i + 1] ?? 'nothing'}. Rivers reach it.`))
  const winding = createEngine({ library: memoryLibrary(chain), now: () => 0 })
  const events: EngineEvent[] = []
  const task = { query: 'Which rivers, roads, walls and towers lie between PlaceA0 and the unknown citadel?', level }
  for await (const event of winding.research(task, { signal: new AbortController().signal })) events.push(event)
  const { iterations } = resultOf(events).usage
  expect(iterations).toBeGreaterThan(1)
  expect(iterations).toBeLessThanOrEqual(ceiling)
})

test('the same question gives the same answer', async () => {
  const task: ResearchTask = { query: 'Who was Mira Olsen?', level: 'medium' }
  expect(await run(task)).toEqual(await run(task))
})

test('an aborted run rejects with the reason of its signal', async () => {
  const controller = new AbortController()
  const reason = new Error('left')
  const events = engine.research(
    { query: 'Who designed the Harbour Bridge?', level: 'low' },
    { signal: controller.signal },
  )
  await expect(async () => {
    for await (const event of events) if (event.type === 'tool_call.started') controller.abort(reason)
  }).rejects.toBe(reason)
})
