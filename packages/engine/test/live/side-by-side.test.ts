import { expect, test } from 'vitest'
import { memoryLibrary } from '../memory-library.ts'
import { type Given, type Task, taskOf } from '../model/scripted-mind.ts'
import type { ScriptedModelOptions } from '../model/scripted-model.ts'
import { liveEngine, modelFor, run } from './support.ts'
import { TOWN, TRAM } from './town.ts'

/** A research of which some calls are answered only once another one was made: one that waits for it in vain never ends. */
async function research(
  awaited: (
    task: Task,
    given: Given,
    made: (wanted: Task, times?: number) => Promise<void>,
  ) => Promise<void> | undefined,
  options: ScriptedModelOptions = {},
) {
  const opened: Task[] = []
  const waiting: { wanted: Task; times: number; resolve: () => void }[] = []
  const isMade = (wanted: Task, times: number) => opened.filter((task) => task === wanted).length >= times
  const made = (wanted: Task, times = 1) =>
    new Promise<void>((resolve) => {
      if (isMade(wanted, times)) resolve()
      else waiting.push({ wanted, times, resolve })
    })
  const onOpen = (task: Task, change: 1 | -1) => {
    if (change < 0) return
    opened.push(task)
    for (const { wanted, times, resolve } of waiting) if (isMade(wanted, times)) resolve()
  }
  const { server, model } = await modelFor({ ...options, onOpen, hold: (task, given) => awaited(task, given, made) })
  const ran = await run(await liveEngine({ model, library: memoryLibrary(TOWN) }), { query: TRAM, level: 'high' })
  const of = (wanted: Task) => server.calls.filter(({ task }) => task === wanted)
  return { ...ran, of }
}

const subOf = ({ lines }: Given) => lines.map((line) => line['sub_question']).find((sub) => sub !== undefined)
const isNoted = ({ lines }: Given) => lines.some((line) => line['noted'] !== undefined)

/** Notes of one part that leave it thin, so that it is looked into again; those of the others are the model's own. */
const thin =
  (part: string) =>
  (given: Given): string | undefined => {
    if (!String(subOf(given)).startsWith(part)) return undefined
    const ids = given.lines.flatMap(({ id }) => (id === undefined ? [] : [{ id, shows: 'a matter' }]))
    return JSON.stringify({ notes: ids.slice(0, 1), state: 'thin', queries: ['tram of Larkholm'] })
  }

const PART = 'Who is affected'

test('a report is begun while a review is waited for, and told after what the review says', async () => {
  const { thoughts, result, of } = await research(
    (task, _given, made) => (task === 'review' ? made('outline') : undefined),
    { reply: thin(PART) },
  )
  expect(of('review')).toHaveLength(1)
  expect(thoughts).toMatch(/Stopping: the notes answer the question\.\n$/)
  expect(result.citations.length).toBeGreaterThan(8)
})

test('a review is asked for beside the last looks', async () => {
  const { of } = await research(
    (_task, given, made) => (String(subOf(given)).startsWith(PART) && isNoted(given) ? made('review') : undefined),
    { reply: thin(PART) },
  )
  expect(of('notes').filter(({ given }) => String(subOf(given)).startsWith(PART))).toHaveLength(2)
})

test('what was begun is given up where the review asks for more, and a report is written of all notes', async () => {
  const more = 'What did the tram change for the bees?'
  const { thoughts, result, of } = await research(
    (task, _given, made) => (task === 'review' ? made('outline') : undefined),
    {
      reply: (given) =>
        given.lines.some((line) => line['asked'] === more) || !given.lines.some((line) => line['asked'] !== undefined)
          ? thin(PART)(given)
          : JSON.stringify({ done: false, questions: [more] }),
    },
  )
  expect(thoughts).toContain(`Also to be found out: “${more}”.`)
  expect(of('outline')).toHaveLength(2)
  expect(result.usage.degraded).toBeUndefined()
  const sentences = result.answer_clean.split(/(?<=[.!?])\s+/).filter((sentence) => sentence.length > 40)
  expect(new Set(sentences).size).toBe(sentences.length)
  expect(result.citations.every(({ verified }) => verified)).toBe(true)
})

test('what a review asks for does not wait until all else is looked into again; a second review is the last one', async () => {
  let asked = 0
  const { thoughts, of } = await research(() => undefined, {
    reply: (given) => {
      if (subOf(given) !== undefined) return thin('')(given)
      if (!given.lines.some((line) => line['asked'] !== undefined)) return undefined
      asked += 1
      return JSON.stringify({ done: false, questions: [`What did the tram change for the bees of ward ${asked}?`] })
    },
  })
  const lastLookInto = (part: string) => thoughts.lastIndexOf(`look into “${part}`)
  const further = thoughts.indexOf('look into “What did the tram change for the bees of ward 1?”')
  expect(further).toBeGreaterThan(0)
  expect(further).toBeLessThan(lastLookInto('How did it come about'))
  expect(of('review')).toHaveLength(2)
})

test('parts are searched for while the notes of others are taken', async () => {
  const { server, model } = await modelFor({
    hold: (task, given) => (task === 'notes' && subOf(given) !== TRAM ? searched.promise : undefined),
  })
  const searched = Promise.withResolvers<void>()
  const engine = await liveEngine({ model, library: memoryLibrary(TOWN) })
  const { signal } = new AbortController()
  const rounds: string[] = []
  for await (const event of engine.research({ query: TRAM, level: 'high' }, { signal })) {
    if (event.type === 'thinking' && event.content.includes(': look into')) rounds.push(event.content)
    // The notes of the first parts come only now.
    if (rounds.length === 2) searched.resolve()
  }
  expect(rounds.length).toBeGreaterThan(1)
  expect(server.calls.filter(({ task }) => task === 'notes').length).toBeGreaterThan(8)
})

const isOpening = (task: Task, { lines }: Given) =>
  task === 'write' && lines.every(({ heading }) => heading === undefined)

/** A research of a report of three sections; `held`: what a call waits for, given the text that is told and the calls made. */
async function ofThreeSections(
  held: (
    task: Task,
    given: Given,
    at: { told: Promise<void>; writes: (times: number) => Promise<void> },
  ) => Promise<void> | undefined,
  reply: (given: Given) => string | undefined = () => undefined,
  query = TRAM,
) {
  const told = Promise.withResolvers<void>()
  const opened: Task[] = []
  const writes = async (times: number) => {
    await expect.poll(() => opened.filter((task) => task === 'write').length).toBeGreaterThanOrEqual(times)
  }
  const { server, model } = await modelFor({
    onOpen: (task, change) => change > 0 && opened.push(task),
    hold: (task, given) => held(task, given, { told: told.promise, writes }),
    reply: (given) => {
      if (taskOf(given) !== 'outline') return reply(given)
      const ids = given.lines.flatMap(({ id }) => (id === undefined ? [] : [id]))
      const most = Math.ceil(ids.length / 3)
      const sections = ['Tram', 'Larkholm', 'Town'].map((heading, i) => ({
        heading,
        notes: ids.slice(i * most, (i + 1) * most),
      }))
      return JSON.stringify({ sections })
    },
  })
  const engine = await liveEngine({ model, library: memoryLibrary(TOWN) })
  const { signal } = new AbortController()
  let begun: number | undefined
  for await (const event of engine.research({ query, level: 'high' }, { signal })) {
    if (event.type !== 'answer' || begun !== undefined) continue
    begun = opened.filter((task) => task === 'write').length
    told.resolve()
  }
  return { begun, writes: server.calls.filter(({ task }) => task === 'write').length }
}

test('the last section is begun once the first paragraph is written: its first words come before all is written', async () => {
  const { begun, writes } = await ofThreeSections((task, given, { told, writes }) => {
    if (task !== 'write') return undefined
    return isOpening(task, given) ? writes(3) : told
  })
  expect(begun).toBe(3)
  expect(writes).toBe(4)
})

test('it does not wait for what is being written again of the first paragraph, nor for a paragraph that never comes', async () => {
  const again = await ofThreeSections(
    (task, given, { told, writes }) => {
      if (task === 'rewrite') return writes(4)
      return task === 'write' && !isOpening(task, given) ? told : undefined
    },
    (given) => {
      const [first] = given.lines.filter(({ id }) => id !== undefined)
      return isOpening(taskOf(given), given) ? `Larkholm has 77 trams of gold [[${first?.['id']}]].` : undefined
    },
  )
  expect(again.writes).toBe(4)
  const late = await ofThreeSections((task, given, { writes }) => (isOpening(task, given) ? writes(4) : undefined))
  expect(late.writes).toBe(4)
})

/** Turns of the event loop in which a call that is made arrives. */
const TURNS = 200

async function later(): Promise<void> {
  for (let left = TURNS; left > 0; left -= 1) await new Promise((resolve) => setImmediate(resolve))
}

test('where the first paragraph may not answer, it does wait for that: it is told once all of it is checked', async () => {
  const { begun, writes } = await ofThreeSections(
    (task, given, { told }) => {
      if (task === 'rewrite') return later()
      return task === 'write' && !isOpening(task, given) ? told : undefined
    },
    (given) => {
      const ids = given.lines.flatMap(({ id }) => (id === undefined ? [] : [id]))
      return isOpening(taskOf(given), given) ? `Larkholm has 77 trams of gold [[${ids[0]}]].` : undefined
    },
    'Why did the tram of Larkholm hit a delivery van?',
  )
  expect(begun).toBe(3)
  expect(writes).toBe(4)
})
