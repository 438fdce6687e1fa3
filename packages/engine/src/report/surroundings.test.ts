import { expect, test } from 'vitest'
import type { SubQuestion } from '#depth/sub-question.ts'
import { blockSentences } from '../block-sentences.ts'
import type { SourceDocument } from '../types.ts'
import type { CollectedNote } from './collected-notes.ts'
import { withSurroundings } from './surroundings.ts'

/** Paragraphs, and the heading that each stands under. */
const PARAGRAPHS = [
  [
    'Trams',
    'The tram was planned. It has three lines. The first goes north. The second goes south. The third goes east. All meet.',
  ],
  ['Bread', 'Bread is baked with rye. Route: north'],
  ['Ferries', 'The ferry is old.'],
  ['Ferries', 'But its crew is young. Many swim.'],
] as const

/** Notes of some of the sentences of a document, all of which were read. */
function notesOf(...places: number[]) {
  const text = PARAGRAPHS.map(([, paragraph]) => paragraph).join('\n\n')
  let end = -2
  const blocks = PARAGRAPHS.map(([heading, paragraph]) => {
    const start = end + 2
    end = start + paragraph.length
    return { start, end, kind: 'paragraph' as const, path: [heading] }
  })
  const document: SourceDocument = { id: 'd', url: 'urn:d', title: 'd', text, sourceType: 'text', blocks }
  const none = { covers: new Set<string>(), terms: new Set<string>(), score: 0, worth: 0 }
  const evidence = blockSentences(document).map((one) => ({
    ...one,
    ...none,
    document,
    quote: text.slice(one.start, one.end),
  }))
  const sub = { run: { ledger: { get: () => ({ evidence }) } } } as unknown as SubQuestion
  return places.map((place) => ({ evidence: evidence[place], shows: 'it', sub }) as CollectedNote)
}

const grown = (
  sections: CollectedNote[][],
  leastWords: number,
  isOnSubject?: Parameters<typeof withSurroundings>[2],
  mostWords = 1_000,
) => withSurroundings(sections, { leastWords, mostWords }, isOnSubject)
const quotesOf = (groups: ReturnType<typeof withSurroundings>) =>
  [...groups.values()].map((group) => group.map(({ evidence }) => evidence.quote))

test('notes that carry a report stand alone', () => {
  expect(quotesOf(grown([notesOf(0, 2)], 4))).toEqual([['The tram was planned.'], ['The first goes north.']])
})

test('notes that do not carry it have the sentences of their paragraph beside them, each once, in its order', () => {
  const [first, second] = quotesOf(grown([notesOf(0, 3)], 1_000))
  expect(first).toEqual(['The tram was planned.', 'It has three lines.', 'The first goes north.'])
  expect(second).toEqual(['The second goes south.', 'The third goes east.', 'All meet.'])
})

test('no more are added than are wanted, and no scrap', () => {
  expect(quotesOf(grown([notesOf(2)], 4))).toEqual([['The first goes north.', 'The second goes south.']])
  expect(quotesOf(grown([notesOf(6)], 1_000))).toEqual([['Bread is baked with rye.']])
})

test('what stands beside them may stand in the next paragraph of their section', () => {
  expect(quotesOf(grown([notesOf(8)], 1_000))).toEqual([['The ferry is old.', 'But its crew is young.', 'Many swim.']])
})

test('a sentence that points at the one before it has that one beside it, however much the notes carry', () => {
  expect(quotesOf(grown([notesOf(1, 9)], 0))).toEqual([
    ['The tram was planned.', 'It has three lines.'],
    ['The ferry is old.', 'But its crew is young.'],
  ])
})

const EACH = { isOnSubject: () => true, isOfWhole: () => true, tells: () => true }

test('a sentence that points at one of another section, or at none, is left out', () => {
  const [alone] = notesOf(1).map((note) => ({
    ...note,
    sub: { run: { ledger: { get: () => undefined } } } as unknown as SubQuestion,
  }))
  expect(alone && withSurroundings([[alone]], { leastWords: 1, mostWords: 100 }).get(alone)).toEqual([])
})

test('nothing off the subject stands beside them', () => {
  const isOnSubject = ({ quote }: { quote: string }) => !quote.includes('lines')
  const quotes = quotesOf(grown([notesOf(0)], 1_000, { ...EACH, isOnSubject }))
  expect(quotes).toEqual([['The tram was planned.']])
})

test('what is on a part of the subject alone stands beside them only where they are too few', () => {
  const isOfWhole = ({ quote }: { quote: string }) => !quote.includes('south')
  expect(quotesOf(grown([notesOf(2)], 4, { ...EACH, isOfWhole }))[0]).toHaveLength(2)
  const both = quotesOf(grown([notesOf(2), notesOf(8)], 6, { ...EACH, isOfWhole }))
  expect(both[1]).toContain('But its crew is young.')
  expect(both[0]).not.toContain('The second goes south.')
})

test('what tells of a part of the subject stands beside them where nothing else makes them enough', () => {
  const isOfWhole = () => false
  expect(quotesOf(grown([notesOf(0)], 4, { ...EACH, isOfWhole }))[0]).toHaveLength(2)
  expect(quotesOf(grown([notesOf(0)], 2, { ...EACH, isOfWhole }))[0]).toHaveLength(1)
})

test('a section that has enough words gets no more, and the others do', () => {
  const sections = [notesOf(0), notesOf(8)]
  const quotes = quotesOf(grown(sections, 1_000, undefined, 4))
  expect(quotes).toEqual([['The tram was planned.'], ['The ferry is old.']])
  const [first, second] = quotesOf(grown(sections, 1_000, undefined, 5))
  expect([first?.length, second]).toEqual([2, ['The ferry is old.', 'But its crew is young.']])
})

test('what writes no word of the subject stands beside them from near alone, and only on the whole of it', () => {
  const tells = () => false
  const far = quotesOf(grown([notesOf(0)], 1_000, { ...EACH, tells }))
  expect(far).toEqual([
    ['The tram was planned.', 'It has three lines.', 'The first goes north.', 'The second goes south.'],
  ])
  const isOfWhole = () => false
  expect(quotesOf(grown([notesOf(0)], 1_000, { ...EACH, tells, isOfWhole }))).toEqual([['The tram was planned.']])
})

test('what follows a note that tells of all of the subject stands beside it where all is too short', () => {
  const isNote = ({ quote }: { quote: string }) => quote === 'The tram was planned.'
  const told = { ...EACH, isOfWhole: isNote, tells: isNote }
  expect(quotesOf(grown([notesOf(0)], 1_000, told))).toEqual([['The tram was planned.', 'It has three lines.']])
  expect(quotesOf(grown([notesOf(0)], 2, told))).toEqual([['The tram was planned.']])
  expect(quotesOf(grown([notesOf(0)], 1_000, { ...told, tells: () => false }))).toEqual([['The tram was planned.']])
  const isOnSubject = ({ quote }: { quote: string }) => !quote.includes('three')
  expect(quotesOf(grown([notesOf(0)], 1_000, { ...told, isOnSubject }))).toEqual([['The tram was planned.']])
})
