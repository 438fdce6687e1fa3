import { checkResult } from '@deep-research/sdk/citations'
import { expect, test } from 'vitest'
import { memoryLibrary } from '../memory-library.ts'
import { FAULTS, type Given, seeded, taskOf } from '../model/scripted-mind.ts'
import type { ScriptedModelOptions } from '../model/scripted-model.ts'
import { document, type LiveTest, liveEngine, modelFor, run } from './support.ts'
import { TOWN, TRAM } from './town.ts'

const HIGH = { query: TRAM, level: 'high' } as const

async function research(options: ScriptedModelOptions = {}, live: LiveTest = {}, task: object = {}) {
  const { server, model } = await modelFor(options)
  const ran = await run(await liveEngine({ model, library: memoryLibrary(TOWN), ...live }), { ...HIGH, ...task })
  return { server, of: (wanted: string) => server.calls.filter(({ task }) => task === wanted), ...ran }
}

const linesWith = (lines: Record<string, unknown>[], name: string) => lines.filter((line) => line[name] !== undefined)
const fieldOf = ({ lines }: Given, name: string) => linesWith(lines, name)[0]?.[name]

/** A model's reply to one kind of call; the others are its own. */
const replying =
  (task: string, reply: (given: Given) => unknown) =>
  (given: Given): string | undefined => {
    if (taskOf(given) !== task) return undefined
    const said = reply(given)
    return said === undefined || typeof said === 'string' ? said : JSON.stringify(said)
  }

/** An outline of sections that have these headings, each with all notes. */
const outlining = (...headings: string[]) =>
  replying('outline', ({ lines }) => {
    const notes = linesWith(lines, 'id').map(({ id }) => id)
    return { opening: notes, sections: headings.map((heading) => ({ heading, form: 'prose', notes })) }
  })

/** Writes some words with the handle of the note that holds another word. */
const written = ({ lines }: Given, words: string, holding: string) =>
  `${words} [[${String(linesWith(lines, 'id').find(({ text }) => String(text).includes(holding))?.['id'])}]].`

test('after one search a model plans; each part is looked into, told of, and noted from paragraphs under its own queries', async () => {
  const { of, events, thoughts } = await research()
  const before = events.slice(
    0,
    events.findIndex((each) => each.type === 'thinking' && each.content.includes('To be found out')),
  )
  const searched = before.flatMap((each) =>
    each.type === 'tool_call.started' && each.call.name === 'search' ? [each] : [],
  )
  expect(searched).toHaveLength(1)
  expect(of('plan')[0]?.given.lines).toContainEqual({ at_most: 8 })
  expect(of('plan')[0]?.given.lines).toContainEqual({ today: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/) })
  expect(thoughts).toContain('To be found out:\n1. What did the tram of Larkholm change?')
  expect(thoughts).toMatch(/“What is known of Larkholm\?”: answered, with \d+ notes? from \d+ sources?\./)
  const [first] = of('notes')
  expect(linesWith(first?.given.lines ?? [], 'text').some(({ text }) => String(text).split('. ').length > 3)).toBe(true)
})

test('the plan’s sub-questions are all asked, and nothing is shown to the model twice', async () => {
  const { of } = await research()
  const asked = new Set(of('notes').map(({ given }) => fieldOf(given, 'sub_question')))
  expect(asked.size).toBeGreaterThanOrEqual(6)
  const shown = of('notes').flatMap(({ given }) => linesWith(given.lines, 'id').map(({ text }) => text))
  expect(new Set(shown).size).toBe(shown.length)
})

test('at medium there are five parts at most, at low none; calls stay below sixty', async () => {
  const medium = await research({}, {}, { level: 'medium' })
  expect(medium.of('plan')[0]?.given.lines).toContainEqual({ at_most: 5 })
  expect((await research({}, {}, { level: 'low' })).of('notes')).toHaveLength(0)
  // Everything is thin, and every sentence is judged and written again.
  const thin = replying('notes', ({ lines }) => ({
    notes: linesWith(lines, 'id').map(({ id }) => ({ id, shows: 'a matter', for: 0 })),
    ...{ state: 'thin', queries: ['tram rails', 'tram noise'] },
  }))
  const worst = await research(
    {
      reply: (given) =>
        taskOf(given) === 'review'
          ? JSON.stringify({ done: false, questions: ['What of bees?', 'What of noise?', 'What of trees?'] })
          : (thin(given) ??
            replying('write', (one) => written(one, 'The scheme swallowed 410 million crowns', '410'))(given)),
    },
    { judged: true },
  )
  expect(worst.server.calls.length).toBeLessThanOrEqual(60)
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
})

test('a note for another part counts for that, and one without a place is none', async () => {
  const { thoughts } = await research({
    reply: replying('notes', ({ lines }) => {
      const [first] = linesWith(lines, 'id')
      return {
        notes: [
          { id: first?.['id'], shows: 'it', for: 2 },
          { id: 'e0zz', shows: 'gold' },
        ],
        state: 'answered',
        queries: [],
      }
    }),
  })
  expect(thoughts).toMatch(/“What is known of Larkholm\?”: answered, with [2-9] notes/)
  expect(thoughts).toContain('“What did the tram of Larkholm change?”: nothing found yet.')
})

test('where nothing that was read answers, that is told, part by part, and nothing is cited', async () => {
  const { result } = await research({
    reply: replying('notes', () => ({ notes: [], state: 'not_found', queries: [] })),
  })
  expect(result.answer_clean).toMatch(
    /^\d+ sources were read, and none answers this\.\n\n\*\*Looked for and not found\*\*\n\n- /,
  )
  expect(result.answer_clean).toContain('- What is known of Larkholm?')
  expect(result.citations).toEqual([])
})

test('a review asks for more until nothing is missing', async () => {
  const more = 'What did the tram change for the bees?'
  const { thoughts, of } = await research({
    reply: replying('review', ({ lines }) =>
      linesWith(lines, 'asked').some(({ asked }) => asked === more)
        ? { done: true, questions: [] }
        : { done: false, questions: [{ question: more, queries: ['bees rails grass'] }] },
    ),
  })
  expect(thoughts).toContain(`Also to be found out: “${more}”.`)
  expect(of('review')).toHaveLength(2)
  expect(thoughts).toContain('Stopping: the notes answer the question.')
})

test('without a plan the question is answered as a whole; without notes what ranks first is noted', async () => {
  const plain = await research({ fault: (_call, task) => (task === 'plan' ? 'refusal' : undefined) })
  expect(plain.result.usage.degraded).toEqual([{ step: 'plan', reason: expect.any(String) }])
  expect(plain.result.citations.length).toBeGreaterThan(2)
  const { result } = await research({ fault: (_call, task) => (task === 'notes' ? 'refusal' : undefined) })
  expect(result.usage.degraded).toContainEqual({ step: 'note', reason: 'the model declined to answer' })
  expect(result.citations.length).toBeGreaterThan(2)
})

test.each([4_096, 8_192])('the prompts of a model of %d tokens fit its window', async (contextTokens) => {
  const { server, result } = await research({}, { contextTokens, judged: true })
  for (const { given, body } of server.calls)
    expect((given.prompt.length + given.instructions.length) / 4 + (body.max_tokens ?? 0)).toBeLessThan(contextTokens)
  expect(result.citations.length).toBeGreaterThan(5)
})

test('a report opens with its answer; then every section of the outline stands in its order, with what the opening says too', async () => {
  const headings = ['Tram', 'Larkholm', 'Town', 'The tram of the town', 'Mill Street', 'The council', 'Critics']
  const { result } = await research({ reply: outlining(...headings) })
  const told = [...result.answer_clean.matchAll(/^\*\*(.+)\*\*$/gm)].map(([, heading]) => heading)
  expect(result.answer_clean).toMatch(/^[^*]/)
  expect(told.slice(0, headings.length).length).toBe(headings.length)
  expect(checkResult(result)).toEqual([])
  const sections = await research({ reply: outlining('Tram') })
  const [opening = '', , section = ''] = sections.result.answer_clean.split('\n\n')
  expect(section).toContain(opening.split(/(?<=\.) /)[0])
})

test('what an outline leaves out stays out, and no publisher stands in the prose', async () => {
  const library = memoryLibrary(TOWN.map((each) => ({ ...each, publisher: 'The Mercury | News' })))
  const { result, of } = await research(
    {
      reply: (given) =>
        replying('outline', ({ lines }) => {
          const notes = linesWith(lines, 'id').filter(({ shows }) => !String(shows).includes('bread'))
          const ids = notes.map(({ id }) => id)
          return { opening: ids, sections: [{ heading: 'The tram', form: 'prose', notes: ids }] }
        })(given) ??
        replying('write', (one) => written(one, 'The state paid half of the cost of the tram', '410'))(given),
    },
    { library },
  )
  expect(of('write').every(({ given }) => !JSON.stringify(given.lines).includes('rye'))).toBe(true)
  expect(result.answer_clean).not.toMatch(/bread|Mercury/)
})

test('the first answer text is told before the last section is written', async () => {
  const { server, model } = await modelFor({
    pause: () => 25,
    reply: outlining('Tram', 'Town', 'Critics', 'Larkholm', 'Mill Street'),
  })
  const engine = await liveEngine({ model, library: memoryLibrary(TOWN) })
  const { signal } = new AbortController()
  let asked = 0
  for await (const event of engine.research(HIGH, { signal })) {
    if (event.type === 'answer' && asked === 0) asked = server.calls.filter(({ task }) => task === 'write').length
  }
  expect(asked).toBeGreaterThan(0)
  expect(asked).toBeLessThan(server.calls.filter(({ task }) => task === 'write').length)
})

test('what no model writes of a section is quoted from its notes; without an outline the parts are the sections', async () => {
  const silent = await research({ fault: (_call, task) => (task === 'outline' ? 'refusal' : undefined) })
  expect(silent.result.usage.degraded).toEqual([{ step: 'outline', reason: expect.any(String) }])
  expect(silent.result.answer_clean).toMatch(/^\*\*What is known of Larkholm\*\*$/m)
  const { result } = await research({ reply: replying('write', () => 'Nothing of that here.') })
  expect(result.usage.degraded).toContainEqual({ step: 'write', reason: 'the model cited nothing of the evidence' })
  expect(result.citations.length).toBeGreaterThan(5)
  expect(result.citations.every(({ verified }) => verified)).toBe(true)
  expect(result.answer_clean).not.toContain('Nothing of that')
})

test('a section on which the notes hold nothing, as the model says, is told as not found', async () => {
  const { result } = await research({
    reply: (given) =>
      outlining('The tram', 'Larkholm')(given) ??
      replying('write', (one) => (fieldOf(one, 'heading') === 'Larkholm' ? 'NOT_FOUND' : undefined))(given),
  })
  expect(result.answer_clean).not.toContain('NOT_FOUND')
  expect(result.answer_clean).toMatch(/\*\*Not found in the sources\*\*\n\n(?:- .*\n)*- Larkholm(?:\n|$)/)
})

test('a sentence that its note does not bear out is left out; one without a source may lead a paragraph, and is counted', async () => {
  const reply = (given: Given) =>
    outlining('The tram')(given) ??
    replying('rewrite', () => ({ sentences: [] }))(given) ??
    replying('write', (one) =>
      [
        'The tram of Larkholm had a long way from its plan to its rails.',
        written(one, 'The state paid half of the cost of the tram', '410'),
        'Everybody in the town danced on the rails of the tram all night.',
        written(one, 'Larkholm has 77 trams of gold', '410'),
        written(one, 'We paid half of the cost of the tram', '410'),
      ].join(' '),
    )(given)
  const { result } = await research({ reply })
  const [, heading, section] = result.answer_clean.split('\n\n')
  expect(heading).toBe('**The tram**')
  expect(section).toBe(
    'The tram of Larkholm had a long way from its plan to its rails. The state paid half of the cost of the tram.',
  )
  expect(result.usage.uncited_sentences).toBeGreaterThan(0)
  expect(result.answer_clean).toMatch(/\*\d sentences? above without a source\.\*$/)
})

test('all claims of a section are judged in one call, and all sentences that fail are corrected in another', async () => {
  const { of, result } = await research(
    {
      reply: (given) =>
        outlining('The tram')(given) ??
        replying('judge', ({ lines }) => ({
          verdicts: linesWith(lines, 'claim').map(({ claim }) => ({
            ...{
              claim,
              verdict: 'supported',
              quote: 'The auditors found the cost of the tram too high.',
            },
            words: [{ word: 'deemed', source: 'found' }],
          })),
        }))(given) ??
        replying('write', (one) =>
          [
            written(one, 'The auditors deemed the cost of the tram too high', '410'),
            written(one, 'By the auditors the cost of the tram was deemed too high', '410'),
            written(one, 'The auditors deemed it too high in 1950', '410'),
            written(one, 'The auditors deemed it too high in 1960', '410'),
          ].join(' '),
        )(given),
    },
    { judged: true },
  )
  // The opening and the section.
  expect(of('write')).toHaveLength(2)
  expect(of('judge')).toHaveLength(2)
  expect(of('rewrite')).toHaveLength(2)
  expect(linesWith(of('judge')[0]?.given.lines ?? [], 'claim')).toHaveLength(2)
  expect(linesWith(of('rewrite')[0]?.given.lines ?? [], 'draft').map(({ why }) => why)).toEqual([
    expect.stringContaining('no number “1950”'),
    expect.stringContaining('no number “1960”'),
  ])
  expect(result.answer_clean).not.toMatch(/1950|1960/)
  expect(result.citations.filter(({ verification }) => verification?.method === 'judge').length).toBeGreaterThanOrEqual(
    2,
  )
})

test('a table has cited cells; a cell that nothing bears out is empty, and a row of such cells is none', async () => {
  const { result } = await research({
    reply: (given) =>
      outlining('Sums')(given) ??
      replying('rewrite', () => ({ sentences: [] }))(given) ??
      replying('write', (one) => {
        if (fieldOf(one, 'heading') === undefined)
          return written(one, 'The tram of Larkholm cost 410 million crowns to build', '410')
        const cell = (words: string) => written(one, words, '410').replace(/\.$/, '')
        return [
          '| Sum | Tram | Who paid |',
          '|---|---|---|',
          `| Cost | ${cell('410 million crowns to build')} | ${cell('The state paid half of the cost')} |`,
          `| Cost of a line | ${cell('900 whales')} | ${cell('17 million crowns')} |`,
          `| Tram | ${cell('900 whales')} | nobody knows |`,
        ].join('\n')
      })(given),
  })
  const rows = result.answer_clean.split('\n').filter((row) => row.startsWith('|'))
  expect(rows).toEqual([
    '| Sum | Tram | Who paid |',
    '| --- | --- | --- |',
    '| Cost | 410 million crowns to build | The state paid half of the cost |',
    '| Cost of a line | – | 17 million crowns |',
  ])
  expect(result.citations.filter(({ cited_text }) => cited_text.includes('17 million'))).toHaveLength(1)
  expect(checkResult(result)).toEqual([])
})

test('lines of a list are told as such, each with what it cites', async () => {
  const { result } = await research({
    reply: (given) =>
      outlining('Points')(given) ??
      replying('write', (one) =>
        fieldOf(one, 'heading') === undefined
          ? undefined
          : `- ${written(one, 'The tram of Larkholm cost 410 million crowns to build', '410')}\n- ${written(one, 'The state paid half of the cost of the tram', '410')}`,
      )(given),
  })
  expect(result.answer_clean).toContain(
    '**Points**\n\n- The tram of Larkholm cost 410 million crowns to build.\n- The state paid half of the cost of the tram.',
  )
})

test('a fact is a sentence at every level: nothing is outlined, and nothing follows it', async () => {
  const { of, result } = await research({
    reply: (given) =>
      replying('plan', () => ({
        brief: '',
        form: 'answer',
        questions: [{ question: 'What did the tram of Larkholm cost?', queries: [] }],
      }))(given) ??
      replying('write', (one) => written(one, 'The tram of Larkholm cost 410 million crowns to build', '410'))(given),
  })
  expect(of('outline')).toHaveLength(0)
  expect(result.answer_clean).toBe('The tram of Larkholm cost 410 million crowns to build.')
})

test('words of a first person are quoted as those of their source', async () => {
  const library = memoryLibrary([
    document('Letter', 'I ask the council of Larkholm to build the tram. We want it soon.'),
  ])
  const { result } = await research({ reply: replying('write', () => 'Nothing of it.') }, { library })
  expect(result.answer_clean).toContain('“I ask the council of Larkholm to build the tram.”')
})

test('a text that breaks off is gone on with, and a stump is not told as whole', async () => {
  let writes = 0
  const { result, of } = await research({
    fault: (_call, task) => (task === 'write' && writes++ === 0 ? 'truncated' : undefined),
    reply: outlining('Tram'),
    seed: 5,
  })
  expect(of('write').some(({ given }) => given.prompt.includes('The text broke off'))).toBe(true)
  expect(result.usage).not.toHaveProperty('degraded')
  const sentences = result.answer_clean.split('\n\n')[0]?.split(/(?<=\.) /) ?? []
  expect(new Set(sentences).size).toBe(sentences.length)
})

test('a model that speaks Anthropic’s format writes it too', async () => {
  const { server, model } = await modelFor()
  const engine = await liveEngine({ model: { ...model, kind: 'anthropic' }, library: memoryLibrary(TOWN) })
  const { result } = await run(engine, HIGH)
  expect(result.citations.length).toBeGreaterThan(8)
  expect(result.usage).not.toHaveProperty('degraded')
  expect(server.calls.every(({ body }) => body.system !== undefined)).toBe(true)
})

test.each([0.1, 0.3, 0.7])(
  'with faults in %f of the calls a report comes all the same, and its places are exact',
  async (share) => {
    const random = seeded(11)
    const fault = () => (random() < share ? FAULTS[Math.floor(random() * FAULTS.length)] : undefined)
    const { model } = await modelFor({ fault, seed: 3 }, 60)
    const engine = await liveEngine({ model, library: memoryLibrary(TOWN), judged: true })
    for (let i = 0; i < 8; i += 1) {
      const { result } = await run(engine, HIGH)
      expect(checkResult(result)).toEqual([])
      for (const { source, source_anchor: anchor } of result.citations) {
        const text = TOWN.find(({ url }) => url === source.url)?.text ?? ''
        expect(text.slice(anchor.source_start_offset, anchor.source_end_offset)).toBe(anchor.quote)
      }
      expect(result.answer).not.toMatch(/\[\[|【|invented\.example|e99x|<think|My instructions/)
    }
  },
)
