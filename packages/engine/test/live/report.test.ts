import { checkResult } from '@deep-research/sdk/citations'
import { expect, test } from 'vitest'
import { memoryLibrary } from '../memory-library.ts'
import { FAULTS, type Given, seeded } from '../model/scripted-mind.ts'
import type { ScriptedModelOptions } from '../model/scripted-model.ts'
import { document, type LiveTest, liveEngine, modelFor, run } from './support.ts'
import { TOWN, TRAM } from './town.ts'

const HIGH = { query: TRAM, level: 'high' } as const

async function report(options: ScriptedModelOptions = {}, live: LiveTest = {}, query = TRAM) {
  const { server, model } = await modelFor(options)
  const ran = await run(await liveEngine({ model, library: memoryLibrary(TOWN), ...live }), { ...HIGH, query })
  return { server, of: (wanted: string) => server.calls.filter(({ task }) => task === wanted), ...ran }
}

const sentencesOf = (text: string) => text.split(/(?<=[.!?])\s+|\n+/).filter((one) => one.split(' ').length > 3)
const linesWith = (lines: Record<string, unknown>[], name: string) => lines.filter((line) => line[name] !== undefined)

function expectExact({ citations }: Awaited<ReturnType<typeof run>>['result']) {
  for (const { source, source_anchor: anchor } of citations) {
    const text = TOWN.find(({ url }) => url === source.url)?.text ?? ''
    expect(text.slice(anchor.source_start_offset, anchor.source_end_offset)).toBe(anchor.quote)
  }
}

test('a report begins with its answer; then come sections, each written from its own notes; nothing is said twice', async () => {
  const { result, of } = await report()
  const [opening = '', heading = ''] = result.answer_clean.split('\n\n')
  expect(opening).toMatch(/^[^*].*\.$/s)
  expect(heading).toMatch(/^\*\*.+\*\*$/)
  expect(result.answer_clean.match(/^\*\*.+\*\*$/gm)?.length).toBeGreaterThan(3)
  const sentences = sentencesOf(result.answer_clean)
  expect(new Set(sentences).size).toBe(sentences.length)
  expect(result.sources_summary.length).toBeGreaterThanOrEqual(7)
  expect(result.citations.filter(({ verified }) => verified).length).toBeGreaterThanOrEqual(
    0.95 * result.citations.length,
  )
  const shown = of('write')
    .slice(1)
    .map(({ given }) => linesWith(given.lines, 'id').map(({ text }) => text))
  expect(new Set(shown.flat()).size).toBe(shown.flat().length)
  expectExact(result)
})

test('the first answer text is told before the last section is written', async () => {
  const { server, model } = await modelFor({ pause: () => 25 })
  const engine = await liveEngine({ model, library: memoryLibrary(TOWN) })
  const { signal } = new AbortController()
  let asked = 0
  for await (const event of engine.research(HIGH, { signal })) {
    if (event.type === 'answer' && asked === 0) asked = server.calls.filter(({ task }) => task === 'write').length
  }
  expect(asked).toBeGreaterThan(0)
  expect(asked).toBeLessThan(server.calls.filter(({ task }) => task === 'write').length)
})

test('a model of 8,192 tokens writes it too, and one that speaks Anthropic’s format', async () => {
  const small = await report({}, { contextTokens: 8_192 })
  expect(small.result.citations.length).toBeGreaterThan(15)
  for (const { given, body } of small.server.calls)
    expect((given.prompt.length + given.instructions.length) / 4 + (body.max_tokens ?? 0)).toBeLessThan(8_192)
  const { server, model } = await modelFor()
  const engine = await liveEngine({ model: { ...model, kind: 'anthropic' }, library: memoryLibrary(TOWN) })
  const { result } = await run(engine, HIGH)
  expect(result.citations.length).toBeGreaterThan(15)
  expect(result.usage).not.toHaveProperty('degraded')
  expect(server.calls.every(({ body }) => body.system !== undefined)).toBe(true)
})

test('what a section’s model does not write is quoted from its notes; without an outline the parts are the sections', async () => {
  const silent = await report({ fault: (_call, task) => (task === 'outline' ? 'refusal' : undefined) })
  expect(silent.result.usage.degraded).toEqual([{ step: 'outline', reason: expect.any(String) }])
  expect(silent.result.answer_clean).toMatch(/^\*\*What is told of .+\*\*$/m)
  const { result } = await report({
    reply: ({ lines }) => (linesWith(lines, 'heading').length > 0 ? 'I cannot say.' : undefined),
  })
  expect(result.citations.length).toBeGreaterThan(10)
  expect(result.citations.every(({ verified }) => verified)).toBe(true)
  expect(result.answer_clean).not.toContain('I cannot say')
})

test('of a section whose notes hold nothing, as the model says, nothing is told', async () => {
  const { result } = await report({
    reply: ({ lines }) => (linesWith(lines, 'heading').length > 0 ? 'NOT_FOUND' : undefined),
  })
  const whole = await report({})
  expect(result.answer_clean).not.toContain('NOT_FOUND')
  expect(result.citations.length).toBeLessThan(whole.result.citations.length / 2)
})

test('a sentence that no note bears out is left out of a report, and so is one that cites nothing', async () => {
  const { result } = await report({
    reply: ({ lines }) => {
      const [note] = linesWith(lines, 'id')
      if (linesWith(lines, 'words').length === 0 || !note) return undefined
      const own = String(note['text'])
      return `${own.replace(/\.$/, '')} [[${String(note['id'])}]]. Otto Nobody blew up 77 trams in 1966 [[${String(note['id'])}]]. Every tram is made of gold and silver and copper.`
    },
  })
  expect(result.citations.length).toBeGreaterThan(3)
  expect(result.answer_clean).not.toMatch(/Otto|gold/)
})

test('a heading says nothing that its notes do not hold', async () => {
  const heading = 'Aliens paid 900 bribes'
  const { result } = await report({
    reply: ({ lines }) =>
      linesWith(lines, 'shows').length === 0
        ? undefined
        : JSON.stringify({
            sections: linesWith(lines, 'shows').map(({ id }, i) => ({ heading: `${heading} ${i}`, notes: [id] })),
          }),
  })
  expect(result.answer_clean).not.toMatch(/Aliens/)
  expect(result.citations.length).toBeGreaterThan(10)
})

test('what sources say against each other stands side by side, and what was not found is said', async () => {
  const other = document(
    'Another paper on the tram',
    'The tram of Larkholm cost 555 million crowns to build. It was the dearest tram.',
  )
  const { result } = await report(
    {
      reply: ({ lines }) => {
        if (linesWith(lines, 'sub_question').length === 0) return undefined
        const idOf = (word: string) => lines.find(({ text }) => String(text).includes(word))?.['id']
        if (String(linesWith(lines, 'sub_question')[0]?.['sub_question']).includes('told of'))
          return JSON.stringify({ notes: [], state: 'not_found', queries: [] })
        const notes = linesWith(lines, 'id')
          .slice(0, 12)
          .map(({ id }) => ({ id, shows: 'something' }))
        return JSON.stringify({
          notes,
          contradictions: [[idOf('410 million'), idOf('555 million')]],
          state: 'answered',
          queries: [],
        })
      },
    },
    { library: memoryLibrary([...TOWN, other]) },
  )
  const [, against = ''] = result.answer_clean.split('**Where the sources disagree**')
  expect(against).toContain('Cost of the Larkholm tram (1999): The tram of Larkholm cost 410 million crowns to build.')
  expect(against).toContain('Another paper on the tram (1999): The tram of Larkholm cost 555 million crowns to build.')
  expect(against).toMatch(/\*\*Not found in the sources\*\*\n\n(?:- .*\n)*- What is told of /)
})

test('a question that says how its answer is to be written gets no report', async () => {
  const { result } = await report({}, {}, 'What did the tram of Larkholm change? Answer in two sentences.')
  expect(result.answer_clean).not.toContain('**')
})

test('with faults in three calls of ten a report is completed, and its places are exact', async () => {
  const random = seeded(5)
  const fault = () => (random() < 0.3 ? FAULTS[Math.floor(random() * FAULTS.length)] : undefined)
  const { server, model } = await modelFor({ fault, seed: 9 }, 40)
  const engine = await liveEngine({ model, library: memoryLibrary(TOWN) })
  for (let i = 0; i < 8; i += 1) {
    const { result } = await run(engine, HIGH)
    expect(checkResult(result)).toEqual([])
    expectExact(result)
    expect(result.citations.length).toBeGreaterThan(0)
    expect(result.answer).not.toMatch(/\[\[|【|invented\.example|e99x|<think|My instructions/)
  }
  expect(server.calls.length).toBeGreaterThan(60)
})

const FERRY = ['The ferry', 'Crews of the ferry', 'Cost of the ferry', 'Storms and the ferry'].map((title, i) =>
  document(
    `${title} of Larkholm`,
    [
      `The ferry of Larkholm cost ${i + 11} million crowns to build.`,
      `Engineers of the town measured every pier before the plan for the ferry of ${i + 1961} was signed.`,
      `A ticket for the ferry cost ${i + 30} crowns in summer.`,
      `Its engine burns ${i + 70} litres of oil an hour.`,
      `Fishermen of ${['Vik', 'Nes', 'Ulm', 'Oss'][i]} quarrelled with the ferry over the old pier.`,
    ].join(' '),
  ),
)
const COMPARED = 'Compare the tram and the ferry as transport'
const rowsOf = (text: string) => text.split('\n').filter((line) => line.startsWith('|'))

test('a report that compares has a table: each cell is cited, and one without a note says so', async () => {
  const library = memoryLibrary([...TOWN, ...FERRY])
  const { result, of } = await report({}, { library }, COMPARED)
  expect(of('compare')).toHaveLength(1)
  const [head = '', rule = '', ...rows] = rowsOf(result.answer_clean)
  expect(head).toBe('|  | tram | ferry |')
  expect(rule).toBe('| --- | --- | --- |')
  expect(rows.length).toBeGreaterThan(0)
  for (const row of rows) expect(row.split('|')).toHaveLength(5)
  const at = result.answer_clean.indexOf(head)
  const inTable = result.citations.filter(
    ({ start_offset, end_offset }) =>
      start_offset > at && end_offset < result.answer_clean.indexOf(rows.at(-1) ?? '') + (rows.at(-1)?.length ?? 0),
  )
  const cells = rows.flatMap((row) => row.split('|').slice(2, 4))
  expect(inTable).toHaveLength(cells.filter((cell) => cell.trim() !== 'nothing found').length)
  expect(inTable.every(({ verified }) => verified)).toBe(true)
  expect(checkResult(result)).toEqual([])
})

test('a cell says what its note bears out, else the note’s own words; a note of another thing fills none', async () => {
  const library = memoryLibrary([...TOWN, ...FERRY])
  const { result } = await report(
    {
      reply: ({ lines }) => {
        if (linesWith(lines, 'things').length === 0) return undefined
        const noteOf = (thing: string, word: string) =>
          linesWith(lines, 'note').find(({ of, note }) => String(of) === thing && String(note).includes(word))?.['id']
        const [tram, other] = [noteOf('tram', 'to build'), noteOf('tram', 'plan')]
        const ferry = noteOf('ferry', 'to build')
        const rows = [
          { aspect: 'ferry', cells: [{ id: tram, says: 'it was eaten by 900 whales' }, { id: ferry }] },
          { aspect: 'Larkholm', cells: [null, { id: other, says: 'tram' }] },
        ]
        return JSON.stringify({ rows })
      },
    },
    { library },
    COMPARED,
  )
  const rows = rowsOf(result.answer_clean).slice(2)
  expect(rows).toHaveLength(1)
  expect(rows[0]).toMatch(/^\| Ferry \| .*tram.* \| .*ferry.* \|$/)
  expect(result.answer_clean).not.toContain('whales')
  // What is written once more for a cell is the note, which no section says again.
  const [, , tram = ''] = rows[0]?.split('|') ?? []
  expect(result.answer_clean.split(tram.trim().replace(/\.$/, ''))).toHaveLength(2)
})

test('rows that tell two things in no common respect make no table, and that is said', async () => {
  const { result } = await report(
    {
      reply: ({ lines }) => {
        if (linesWith(lines, 'things').length === 0) return undefined
        const noteOf = (thing: string, word: string) =>
          linesWith(lines, 'note').find(({ of, note }) => String(of) === thing && String(note).includes(word))?.['id']
        const cells = [{ id: noteOf('tram', 'Holt') }, { id: noteOf('ferry', 'Fishermen') }]
        return JSON.stringify({ rows: [{ aspect: 'council', cells }] })
      },
    },
    { library: memoryLibrary([...TOWN, ...FERRY]) },
    COMPARED,
  )
  expect(rowsOf(result.answer_clean)).toEqual([])
  expect(result.answer_clean).toMatch(
    /\*\*Not found in the sources\*\*\n\n(?:- .*\n)*- tram, ferry: the same told of each/,
  )
})

test('a table that no model lays out has a row for each part of the question; where one thing has notes there is none', async () => {
  const library = memoryLibrary([...TOWN, ...FERRY])
  const broken = await report(
    { fault: (_call, task) => (task === 'compare' ? 'refusal' : undefined) },
    { library },
    COMPARED,
  )
  expect(rowsOf(broken.result.answer_clean).length).toBeGreaterThan(2)
  expect(broken.result.usage.degraded).toEqual([{ step: 'outline', reason: expect.any(String) }])
  expect(checkResult(broken.result)).toEqual([])
  const alone = await report({}, {}, COMPARED)
  expect(rowsOf(alone.result.answer_clean)).toEqual([])
})

test('a section that its writer makes one paragraph of is told in several, and a sentence that breaks off is left out', async () => {
  const { result } = await report({
    reply: ({ lines }) => {
      const notes = linesWith(lines, 'id')
      if (linesWith(lines, 'heading').length === 0 || notes.length === 0) return undefined
      const told = notes.map(({ id, text }) => `${String(text).replace(/\.$/, '')} [[${String(id)}]].`)
      const [first] = notes
      const cutShort = `${String(first?.['text']).split(' ').slice(0, 4).join(' ')} of the [[${String(first?.['id'])}]].`
      return [cutShort, ...told].join(' ')
    },
  })
  const [, ...sections] = result.answer_clean.split(/\n\n\*\*.+\*\*\n\n/)
  const long = sections.filter((section) => sentencesOf(section).length > 9)
  expect(long.length).toBeGreaterThan(0)
  for (const section of long) expect(section).toContain('\n\n')
  expect(result.answer_clean).not.toMatch(/ of the\.(\s|$)/)
})

/** Writes passages of all notes of one kind of call, as a model that takes what it is given for the answer. */
const openingOf = ({ lines }: { lines: Record<string, unknown>[] }) =>
  linesWith(lines, 'words').length > 0 && linesWith(lines, 'heading').length === 0

const HALL = document(
  'The hall',
  'The town hall of Larkholm burned in 1911. The organ of the hall was sold. Its clock stopped at four. Nobody mended the roof of the hall.',
)

test('an opening of which nothing may be said is asked for once more, beside the notes that bear on the question', async () => {
  const library = memoryLibrary([...TOWN, HALL])
  const shown: Record<string, unknown>[][] = []
  const reply = ({ lines }: { lines: Record<string, unknown>[] }) => {
    if (!openingOf({ lines })) return undefined
    const notes = linesWith(lines, 'id')
    shown.push(notes)
    if (shown.length === 1) return 'I would rather speak of bread.'
    return notes.map(({ id, text }) => `${String(text).replace(/\.$/, '')} [[${String(id)}]].`).join(' ')
  }
  const { result } = await report({ reply }, { library })
  expect(shown).toHaveLength(2)
  expect(shown[1]?.every((note) => note['bears_on'] !== undefined)).toBe(true)
  expect(result.answer_clean.split('\n\n')[0]).toMatch(/tram/)
})

test('where it does not bear on it again, the notes that do are quoted', async () => {
  let asked = 0
  const reply = ({ lines }: { lines: Record<string, unknown>[] }) => {
    if (!openingOf({ lines })) return undefined
    asked += 1
    return 'I would rather speak of bread.'
  }
  const { result } = await report({ reply })
  expect(asked).toBe(2)
  const [opening = ''] = result.answer_clean.split('\n\n')
  expect(opening).toMatch(/tram/)
  expect(opening).not.toMatch(/bread|\*\*/)
})

/** A model that notes all that it is shown; `shows`: what it says of each sentence. */
const notingAll =
  (shows: (text: string) => string) =>
  ({ lines }: { lines: Record<string, unknown>[] }) => {
    const notes = linesWith(lines, 'id').map(({ id, text }) => ({ id, shows: shows(String(text)) }))
    return linesWith(lines, 'sub_question').length > 0
      ? JSON.stringify({ notes, contradictions: [], state: 'answered', queries: [] })
      : undefined
  }

test.each([
  ['says nothing of it', () => 'it'],
  ['says the same of all', () => 'This is relevant background information.'],
  ['copies it', (text: string) => `“${text.split(' ').slice(0, 9).join(' ')}”`],
])('what is off the subject stands in no report, although a model noted it, where it %s', async (_, shows) => {
  const { result } = await report({ reply: notingAll(shows) }, { library: memoryLibrary([...TOWN, HALL]) })
  expect(result.citations.length).toBeGreaterThan(10)
  expect(result.answer_clean).not.toMatch(/organ|clock/)
})

test('what a model put in its own words may stand there, but is not quoted where no model wrote of it', async () => {
  const inOwnWords = (text: string) =>
    /organ|clock/.test(text) ? `music: ${text.split(' ').toReversed().join(' ')}` : text
  const library = memoryLibrary([...TOWN, HALL])
  const noted = notingAll(inOwnWords)
  const outlined: string[] = []
  const reply = (given: { lines: Record<string, unknown>[] }) => {
    const shown = linesWith(given.lines, 'shows')
    if (shown.length === 0) return noted(given)
    outlined.push(...shown.map(({ shows }) => String(shows)))
    const own = shown.filter(({ shows }) => !String(shows).startsWith('music'))
    return JSON.stringify({ sections: [{ heading: 'The tram', notes: own.map(({ id }) => id) }] })
  }
  const { result } = await report({ reply }, { library })
  expect(outlined.some((shows) => shows.startsWith('music'))).toBe(true)
  expect(result.answer_clean).not.toMatch(/organ|clock/)
})

test('what a small model cannot be shown of a section at once it writes in parts, under one heading', async () => {
  const reply = ({ lines }: Given) => {
    const notes = linesWith(lines, 'shows').map(({ id }) => id)
    const [few, many] = [notes.slice(0, 2), notes.slice(2)]
    const sections = [few, many].map((own, i) => ({ heading: `The tram ${['first', 'then'][i]}`, notes: own }))
    return notes.length > 0 ? JSON.stringify({ sections }) : undefined
  }
  const { of, result } = await report({ reply }, { contextTokens: 4_096 })
  const noted = of('outline').flatMap(({ given }) => linesWith(given.lines, 'id'))
  const sections = of('write').filter(({ given }) => linesWith(given.lines, 'heading').length > 0)
  const shown = sections.map(({ given }) => linesWith(given.lines, 'id').length)
  expect(sections.length).toBeGreaterThan(2)
  expect(shown.reduce((sum, count) => sum + count)).toBeGreaterThanOrEqual(noted.length)
  const headings = result.answer_clean.match(/^\*\*.+\*\*$/gm) ?? []
  expect(headings.length).toBeGreaterThan(1)
  expect(new Set(headings).size).toBe(headings.length)
})
