import { expect, test } from 'vitest'
import { limitsFor } from '../../src/budget.ts'
import { memoryLibrary } from '../memory-library.ts'
import type { ScriptedModelOptions } from '../model/scripted-model.ts'
import { liveEngine, modelFor, run } from './support.ts'
import { TOWN, TRAM } from './town.ts'

const HIGH = { query: TRAM, level: 'high' } as const

async function research(options: ScriptedModelOptions = {}, task: Partial<typeof HIGH> | { level: 'medium' } = {}) {
  const { server, model } = await modelFor(options)
  const ran = await run(await liveEngine({ model, library: memoryLibrary(TOWN) }), { ...HIGH, ...task })
  const of = (wanted: string) => server.calls.filter(({ task }) => task === wanted)
  return { server, of, ...ran }
}

test('a plan is told as a person reads it, and each part of it is looked into and told of', async () => {
  const { of, thoughts } = await research()
  expect(of('plan')).toHaveLength(1)
  expect(of('plan')[0]?.given.lines).toContainEqual({ at_most: 8 })
  expect(of('plan')[0]?.given.lines).toContainEqual({
    title: 'Cost of the Larkholm tram',
    says: 'The tram of Larkholm cost 410 million crowns to build.',
  })
  expect(thoughts).toContain('What is asked: What the sources say of: What did the tram of Larkholm change\n')
  expect(thoughts).toContain(
    'To be found out:\n1. What is known of Larkholm? (to be answered by: what sources say of Larkholm)\n2. ',
  )
  expect(of('notes').length).toBeGreaterThanOrEqual(8)
  expect(thoughts).toMatch(/“What is known of Larkholm\?”: answered, with \d+ notes from \d+ sources\./)
  expect(thoughts).toMatch(/Stopping: (every part|the notes answer)/)
})

test('at medium there are five parts at most, at low none', async () => {
  const medium = await research({}, { level: 'medium' })
  expect(medium.of('plan')[0]?.given.lines).toContainEqual({ at_most: 5 })
  expect(medium.of('notes').length).toBeLessThanOrEqual(10)
  const low = await research({}, { level: 'low' } as never)
  expect(low.of('notes')).toHaveLength(0)
})

test('calls and tokens grow with the level, and stay far below its limits', async () => {
  const levels = ['low', 'medium', 'high'] as const
  const spent: { calls: number; tokens: number }[] = []
  for (const level of levels) {
    const { server, result } = await research({}, { level } as never)
    const { tokens, calls } = limitsFor(level)
    spent.push({ calls: server.calls.length, tokens: result.usage.total_tokens })
    expect(result.usage.total_tokens).toBeLessThan(tokens / 2)
    expect(server.calls.length).toBeLessThan(calls / 2)
  }
  expect(spent.toSorted((a, b) => a.tokens - b.tokens)).toEqual(spent)
  expect(spent.toSorted((a, b) => a.calls - b.calls)).toEqual(spent)
})

test('up to four parts are asked about at once, and up to four passages are written', async () => {
  const open: Record<string, number> = {}
  const most: Record<string, number> = {}
  const onOpen = (task: string, change: number) => {
    open[task] = (open[task] ?? 0) + change
    most[task] = Math.max(most[task] ?? 0, open[task])
  }
  await research({ pause: () => 50, onOpen })
  expect(most).toMatchObject({ plan: 1, notes: 4, outline: 1 })
  expect(most['write']).toBeGreaterThan(1)
  expect(most['write']).toBeLessThanOrEqual(4)
  expect(most['rewrite'] ?? 0).toBeLessThanOrEqual(8)
})

test('a source that several parts find is read once for each of them, and cited as one', async () => {
  const { events, result } = await research()
  const read = events.flatMap((event) =>
    event.type === 'tool_call.started' && event.call.name === 'read' ? [event] : [],
  )
  expect(read.length).toBeGreaterThan(8)
  const urls = result.sources_summary.map(({ source }) => source.url)
  expect(new Set(urls).size).toBe(urls.length)
})

test('a note without a place is no note', async () => {
  const invent = JSON.stringify({
    notes: [{ id: 'e0zz', shows: 'the tram was invented by nobody' }, 'the tram is made of gold'],
    state: 'answered',
    queries: [],
  })
  const { result, thoughts } = await research({
    reply: ({ lines }) => (lines.some((l) => l['sub_question']) ? invent : undefined),
  })
  expect(thoughts).toContain('nothing found yet')
  expect(result.answer_clean).toMatch(/^(?:No source holds .*\n\n)?The sources searched do not answer this directly/)
  expect(result.citations.every(({ verified }) => !verified)).toBe(true)
})

test.each([
  ['What did the tram of Larkholm change, according to a Mercury article?', 'Mercury'],
  ['What did the tram of Larkholm change for the Zeppelin Works of Ostholm?', 'Zeppelin Works of Ostholm'],
])('what a model calls answered is not, where its notes have nothing of what is named: %s', async (query, name) => {
  const reply = ({ lines }: { lines: Record<string, unknown>[] }) => {
    const ids = lines.flatMap(({ id }) => (id === undefined ? [] : [{ id, shows: 'the answer' }]))
    const isNoting = lines.some((line) => line['sub_question'] !== undefined)
    return isNoting ? JSON.stringify({ notes: ids, contradictions: [], state: 'answered', queries: [] }) : undefined
  }
  const { result, thoughts } = await research({ reply }, { query } as never)
  expect(thoughts).toContain(`“${query}”: answered, with`)
  expect(thoughts).toContain(`Nothing was found on or by “${name}”.`)
  expect(result.answer_clean).toMatch(/^(?:No source holds .*\n\n)?The sources searched do not answer this directly/)
  expect(result.answer_clean).toMatch(new RegExp(`Nothing was found on or by “${name}”\\.$`))
  expect(result.citations.every(({ verified }) => !verified)).toBe(true)
})

test('what the engine alone would cite is cited although the model picked nothing of it', async () => {
  const left = 'Cost of the Larkholm tram'
  const query = 'What did the tram of Larkholm cost, and what changed?'
  const alone = await run(await liveEngine({ library: memoryLibrary(TOWN) }), { ...HIGH, query })
  const titlesOf = ({ sources_summary }: typeof alone.result) => sources_summary.map(({ source }) => source.title)
  expect(titlesOf(alone.result)).toContain(left)
  const { result, of } = await research({ reply: ({ lines }) => notesWithout(lines, left) }, { query } as never)
  expect(of('outline')).toHaveLength(1)
  expect(titlesOf(result)).toContain(left)
})

/** Notes of all sources but one. */
function notesWithout(lines: readonly Record<string, unknown>[], left: string): string | undefined {
  if (!lines.some((line) => line['sub_question'] !== undefined)) return undefined
  let isLeft = false
  const notes = lines.flatMap(({ source, id }) => {
    if (source !== undefined) isLeft = String(source).includes(left)
    return id === undefined || isLeft ? [] : [{ id, shows: 'what changed' }]
  })
  return JSON.stringify({ notes, state: 'answered', queries: [] })
}

test('each of two things that a question asks about apart is searched for, where few notes are on all of one', async () => {
  const queriesOf = async (query: string) => {
    const { events } = await research({}, { query } as never)
    return events.flatMap((event) =>
      event.type === 'tool_call.started' ? [String(event.call.arguments['query'] ?? '')] : [],
    )
  }
  const apart = await queriesOf('What is told of crowded cars in winter and of lime trees?')
  expect(apart).toContain('told lime trees')
  const one = await queriesOf('What is told of crowded cars in winter with lime trees?')
  expect(one).not.toContain('told lime trees')
})

test('what was looked at in vain is not looked at for ever', async () => {
  const nothing = JSON.stringify({ notes: [], state: 'not_found', queries: ['tram depot', 'tram museum'] })
  const more = (n: number) => JSON.stringify({ done: false, questions: [`What of tram ${'abcdefghijkl'[n]}?`] })
  const { of, thoughts } = await research({
    reply: ({ lines }, call) =>
      lines.some((l) => l['sub_question']) ? nothing : lines.some((l) => l['asked']) ? more(call % 12) : undefined,
  })
  expect(of('notes').length).toBeLessThan(26)
  expect(thoughts).toMatch(/Stopping: (the last look brought nothing new|every part)/)
})

test('without a plan the question is answered as a whole; without notes those are taken that hold most', async () => {
  const plain = await research({ fault: (_call, task) => (task === 'plan' ? 'refusal' : undefined) })
  expect(plain.result.usage.degraded).toEqual([{ step: 'plan', reason: expect.any(String) }])
  expect(plain.result.citations.length).toBeGreaterThan(2)
  const { result, thoughts } = await research({ fault: (_call, task) => (task === 'notes' ? 'refusal' : undefined) })
  expect(result.usage.degraded).toEqual([{ step: 'note', reason: 'the model declined to answer' }])
  expect(thoughts).toMatch(/answered in part, with \d+ notes?/)
  expect(result.citations.length).toBeGreaterThan(2)
})

test('the prompts of a small model fit its window', async () => {
  const { server, model } = await modelFor()
  await run(await liveEngine({ model, library: memoryLibrary(TOWN), contextTokens: 4_096 }), HIGH)
  for (const { given, body } of server.calls)
    expect((given.prompt.length + given.instructions.length) / 4 + (body.max_tokens ?? 0)).toBeLessThan(4_096)
})

test('where the notes are of few sources, those that were read and not noted are shown once by themselves', async () => {
  const shownAlone: string[][] = []
  const reply = ({ lines }: { lines: Record<string, unknown>[] }) => {
    if (!lines.some((line) => line['sub_question'])) return undefined
    const sources = lines.flatMap(({ source }) => (source === undefined ? [] : [String(source)]))
    shownAlone.push(sources)
    const first = lines.findIndex(({ source }) => source === 'Cost of the Larkholm tram')
    const from = first < 0 ? lines : lines.slice(first, first + 3)
    const ids = from.flatMap(({ id }) => (id === undefined ? [] : [{ id, shows: 'a matter' }]))
    return JSON.stringify({ notes: ids, state: 'answered', queries: [] })
  }
  const { result } = await research({ reply })
  const last = shownAlone.at(-1) ?? []
  expect(last).not.toContain('Cost of the Larkholm tram')
  expect(last.length).toBeGreaterThan(1)
  expect(result.sources_summary.length).toBeGreaterThan(2)
})
