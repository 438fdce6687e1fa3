import { expect, test } from 'vitest'
import type { ModelUse } from '#model/model-use.ts'
import type { CollectedNote } from './collected-notes.ts'
import { outlineWithModel, soundHeading } from './outline.ts'

const QUESTION = 'How do army and navy differ, and what of iPhone sales?'
const notes: CollectedNote[] = []

test('a heading begins with a capital letter, a name as it is written', () => {
  expect(soundHeading('army', QUESTION, notes)).toBe('Army')
  expect(soundHeading('navy and army', QUESTION, notes)).toBe('Navy and army')
  expect(soundHeading('iPhone sales', QUESTION, notes)).toBe('iPhone sales')
})

test('a heading of words that nothing holds is none', () => {
  expect(soundHeading('zebras', QUESTION, notes)).toBe('Overview')
})

test('a heading that is too long ends where its first part does, or with a word that may end it', () => {
  const list =
    'List of ferries and trams of the army and the navy, as they were told by the board in the town of the lakes'
  expect(soundHeading(`Army and navy: ${list}`, `${QUESTION} ${list}`, notes)).toBe('Army and navy')
  expect(soundHeading(list, `${QUESTION} ${list.toLowerCase()} `, notes)).not.toMatch(/ (?:in|of|the|by)$/)
})

test('the head of a page is no heading, and the name of a thing is one', () => {
  const title = 'Army and navy apology list: updated list of board apologies for mistakes of trams'
  const of = (title: string) =>
    [
      { evidence: { quote: 'The navy left.', document: { title } }, sub: { text: QUESTION } },
    ] as unknown as CollectedNote[]
  expect(soundHeading(title, QUESTION, of(title))).toBe('Overview')
  expect(soundHeading('Army apology list', QUESTION, of('Army apology list'))).toBe('Army apology list')
})

const noted = (quote: string, year?: number, text = QUESTION) =>
  [{ evidence: { quote, document: { title: 'News', year } }, sub: { text } }] as unknown as CollectedNote[]

test('a heading says what a section is for in words of its own, with names and numbers that its notes hold', () => {
  const board = noted('The navy sold the first ferry to Olsen in 1931.', 1933)
  for (const heading of [
    'Origin and role of the navy',
    'The first ferry',
    'Olsen and the navy, 1933',
    'Causes and effects',
  ])
    expect(soundHeading(heading, QUESTION, board)).toBe(heading)
  for (const heading of ['Harlan and the navy', 'The second ferry of the navy', 'The navy, 1934'])
    expect(soundHeading(heading, QUESTION, board)).not.toBe(heading)
})

test('of two questions in one the first is the heading', () => {
  const both = `Why did the navy sell ferries to the town, and ${'what came of that in the years after '.repeat(4)}`
  expect(soundHeading('zebras', QUESTION, noted('', undefined, both))).toBe('Why did the navy sell ferries to the town')
})

const NOTES = [
  { quote: 'The navy left the harbour.', shows: 'that it left' },
  { quote: 'The army stayed in the town.', shows: 'that it stayed' },
  { quote: 'A tram was painted red.', shows: '' },
  { quote: 'The ferry sank in a storm.', shows: 'that it sank' },
  { quote: 'A choir sang in the hall.', shows: 'that it sang', onModelsWord: true },
].map(({ quote, ...told }) => {
  const evidence = { quote, document: { title: 'News' } }
  return { evidence, ...told, sub: { text: QUESTION } } as unknown as CollectedNote
})

/** The quotes by section, where a model puts the first two notes that it is shown into one section. */
async function outlined(contextTokens: number) {
  const ask = ({ data }: { data: { id?: string }[] }) => {
    const ids = data.flatMap(({ id }) => id ?? []).slice(0, 2)
    return Promise.resolve({ sections: [{ heading: 'Army and navy', notes: ids }] })
  }
  const use = { ask, models: {} } as unknown as ModelUse
  const sections = await outlineWithModel(
    QUESTION,
    NOTES,
    { most: 4, contextTokens },
    use,
    new AbortController().signal,
  )
  return sections.map(({ heading, notes: own }) => [heading, ...own.map(({ evidence }) => evidence.quote)])
}

test('what an outline leaves out is told where a model noted it and its words say that it belongs, and else not at all', async () => {
  expect(await outlined(16_000)).toEqual([
    ['Overview', 'The ferry sank in a storm.'],
    ['Army and navy', 'The navy left the harbour.', 'The army stayed in the town.'],
  ])
})

test('what the model that outlines was not shown is not left out by it', async () => {
  const shownTwo = 2_700 + 70
  const told = (await outlined(shownTwo)).flat()
  expect(told).toContain('A tram was painted red.')
})
