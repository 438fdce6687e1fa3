import { expect, test } from 'vitest'
import type { SubQuestion } from '#depth/sub-question.ts'
import { budgetFor } from '../budget.ts'
import { notesForReport } from './notes-for-report.ts'

/** Notes of some sources in turn, each with a word more. */
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
    shows: '',
  }))
  return { text: 'What of the ferry?', run, notes } as unknown as SubQuestion
}

const document = (i: number) => ({
  id: `d${i % 4}`,
  url: `urn:d${i % 4}`,
  title: `Paper ${i % 4}`,
  text: `${i % 4} `.repeat(400),
  sourceType: 'text',
})
const many = (what: string, count: number) => Array.from({ length: count }, (_, i) => `The ${what} has ${i} lamps.`)

test('a report is written from what is on all of the subject, though what stands beside it would make it longer', () => {
  const subs = [subOf([...many('ferry', 12), ...many('tram', 60)])]
  const notes = notesForReport(
    subs,
    budgetFor('high'),
    { kind: 'open', text: 'What of the ferry?', language: 'en' },
    {
      belongs: () => true,
      tells: () => true,
      bears: () => true,
      isOfWhole: ({ quote }) => quote.includes('ferry'),
    },
  )
  expect(notes).toHaveLength(12)
})

test('where too little is on all of it, what is on a part of it is told as well', () => {
  const subs = [subOf([...many('ferry', 5), ...many('tram', 20)])]
  const notes = notesForReport(
    subs,
    budgetFor('high'),
    { kind: 'open', text: 'What of the ferry?', language: 'en' },
    {
      belongs: () => true,
      tells: () => true,
      bears: () => true,
      isOfWhole: ({ quote }) => quote.includes('ferry'),
    },
  )
  expect(notes).toHaveLength(25)
})
