import { expect, test } from 'vitest'
import { HELD_BY_NOTES } from '#depth/findings.ts'
import type { SubQuestion } from '#depth/sub-question.ts'
import type { Evidence } from '#evidence/ledger.ts'
import { budgetFor } from '../budget.ts'
import { notesForReport } from './notes-for-report.ts'

const DOCUMENTS = 12

/** Notes of some sources in turn. */
function subOf(quotes: readonly string[]): SubQuestion {
  const run = { ledger: { ranked: () => [] } }
  const notes = quotes.map((quote, i) => ({
    evidence: {
      quote,
      start: 100 * i,
      end: 100 * i + 90,
      document: document(i),
      terms: new Set([quote]),
      covers: new Set(),
    },
    // What a model took says what it shows, in its own words or in those of the sentence.
    shows: quote.includes('understood')
      ? `rowers count ${i} lamps and oars`
      : quote.includes('noted')
        ? 'what it shows'
        : '',
  }))
  return { text: 'What of the ferry?', run, notes } as unknown as SubQuestion
}

const document = (i: number) => ({
  id: `d${i % DOCUMENTS}`,
  url: `urn:d${i % DOCUMENTS}`,
  title: `Paper ${i % DOCUMENTS}`,
  text: `${i % DOCUMENTS} `.repeat(400),
  sourceType: 'text',
})

/** Sentences of some thirty words. */
const many = (what: string, count: number) =>
  Array.from({ length: count }, (_, i) => `The ${what} has ${i} lamps${' and as many oars'.repeat(6)}.`)

const high = budgetFor('high')
const AT_ALL = () => false

function notesOf(quotes: readonly string[], isAskedFor: (evidence: Evidence) => boolean = AT_ALL): string[] {
  const question = { kind: 'open', text: 'What of the ferry?', language: 'en' } as const
  const belonging = {
    belongs: () => true,
    tells: (quote: string) => !quote.includes('oarsman'),
    bears: () => true,
    isOfWhole: ({ quote }: Evidence) => quote.includes('ferry'),
    isOfMost: ({ quote }: Evidence) => !quote.includes('stray'),
    degreeOf: () => 1,
    isAskedFor,
  }
  return (notesForReport([subOf(quotes)], high, question, belonging) ?? []).map(({ evidence }) => evidence.quote)
}

test('a report is written from what is on all of the subject, where that carries it', () => {
  expect(notesOf([...many('ferry', 80), ...many('tram', 60)])).toEqual(many('ferry', 80))
})

test('where too little is on all of the subject, what is on a part of it is told only until that carries a report', () => {
  const notes = notesOf([...many('tram', 100), ...many('ferry', 20)])
  expect(notes.filter((quote) => quote.includes('ferry'))).toHaveLength(20)
  const words = notes.join(' ').split(' ').length
  // A part of it is not told: said before, or cut short.
  expect(words).toBeGreaterThanOrEqual(1.2 * high.leastWords)
  expect(words).toBeLessThan(1.3 * high.leastWords)
})

test('what is on a part of the subject in a document that is on all of it somewhere is told first', () => {
  const [bell = '', mast = '', ...trams] = [...many('bell', 1), ...many('mast', 1), ...many('tram', 100)]
  // The ferry is told of in the second source alone.
  const notes = notesOf([
    bell,
    mast,
    ...trams.slice(0, DOCUMENTS - 1),
    ...many('ferry', 1),
    ...trams.slice(DOCUMENTS - 1),
  ])
  expect(notes.slice(0, 2)).toEqual([...many('ferry', 1), mast])
})

test('what a model noted in other words than those of the subject is told only until all holds the least words', () => {
  const notes = notesOf([...many('noted oarsman', 100), ...many('ferry', 20)])
  expect(notes.slice(0, 20)).toEqual(many('ferry', 20))
  const words = notes.join(' ').split(' ').length
  expect(words).toBeGreaterThanOrEqual(high.leastWords)
  expect(words).toBeLessThan(1.1 * high.leastWords)
  expect(notesOf([...many('noted oarsman', 100), ...many('ferry', 60)])).toEqual(many('ferry', 60))
})

test('what no model noted, or is of a document that tells nothing of the subject, is not told in other words', () => {
  expect(notesOf([...many('oarsman', 100), ...many('ferry', 20)])).toEqual(many('ferry', 20))
  const few = many('ferry', 120).map((quote, i) =>
    i % DOCUMENTS < 3 ? quote : quote.replace('ferry', 'noted oarsman'),
  )
  const own = few.slice(0, 75)
  expect(notesOf(own)).toEqual(own.filter((quote) => quote.includes('ferry')))
})

test('what is not on what most notes tell of is told only where the rest does not carry a report', () => {
  // What is stray is of other documents than what is on all of the subject.
  const mixed = (count: number, other: string) => {
    const [own, others] = [many('ferry', count), many(other, 60)]
    return Array.from(
      { length: 120 },
      (_, i) => (i % DOCUMENTS < 9 ? own.shift() : others.shift()) ?? `An oarsman ${i}.`,
    )
  }
  const quotesOf = (count: number) => notesOf(mixed(count, 'stray tram'))
  expect(quotesOf(40)).toEqual(many('ferry', 40))
  const few = quotesOf(12)
  expect(few.slice(0, 12)).toEqual(many('ferry', 12))
  const words = few.join(' ').split(' ').length
  expect(words).toBeGreaterThanOrEqual(HELD_BY_NOTES * high.leastWords)
  expect(words).toBeLessThan(1.1 * HELD_BY_NOTES * high.leastWords)
})

test('what a model noted in its own words belongs, whatever words it has', () => {
  const understood = many('understood stray oarsman', 30)
  const quotes = [...many('ferry', 80), ...understood, ...many('noted stray oarsman', 30), ...many('tram', 60)]
  expect(notesOf(quotes)).toEqual([...many('ferry', 80), ...understood])
})

test('of each document that is asked for one note is told', () => {
  const tram = many('tram', 120)
  const quotes = many('ferry', 120).map((quote, i) => (i % DOCUMENTS < 10 ? quote : (tram[i] ?? '')))
  const notes = notesOf(quotes, ({ quote }) => quote.includes('tram'))
  expect(notes.filter((quote) => quote.includes('tram'))).toEqual(tram.slice(10, DOCUMENTS))
})

test('a few notes, or of few sources, are no report', () => {
  expect(notesOf(many('ferry', 5))).toEqual([])
})
