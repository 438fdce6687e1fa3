import { expect, test } from 'vitest'
import type { Evidence } from '#evidence/ledger.ts'
import { contentTerms } from '#language/terms.ts'
import { furtherOf, nearlyAsLikely } from './further.ts'

const document = { id: 'a', url: 'urn:a', title: 'Canal', text: '', sourceType: 'document' }
const lead = (quote: string, odds: number, block?: Evidence['block']) => {
  const evidence: Evidence = {
    document,
    start: 0,
    end: quote.length,
    quote,
    covers: new Set(),
    terms: contentTerms(quote),
    score: 0,
    worth: 0,
    block,
  }
  return { evidence, odds }
}

test('what follows is nearly as good as what opens the answer, of another block, and says something else', () => {
  const block = { start: 0, end: 9, kind: 'paragraph' as const, path: [] }
  const first = 'The canal lifts ships over the mountain by its locks.'
  const ranked = [
    lead(first, 5, block),
    lead('It stands in the same block.', 4.9, block),
    lead('By its locks the canal lifts ships over the mountain.', 4.8),
    lead('A lock is filled from the lake.', 4),
    lead('Tolls are paid at the gate.', 3.1),
    lead('Bread is baked at dawn.', 2.5),
  ]
  const quotes = (most: number) => furtherOf(ranked, most).map(({ quote }) => quote)
  expect(quotes(9)).toEqual(['A lock is filled from the lake.', 'Tolls are paid at the gate.'])
  expect(quotes(1)).toEqual(['A lock is filled from the lake.'])
  expect(furtherOf([], 3)).toEqual([])
})

test('of a text in sections, each one after the first has to be nearer to it', () => {
  const block = { start: 0, end: 9, kind: 'paragraph' as const, path: ['Locks'] }
  const ranked = [
    lead('A lock lifts ships.', 5, block),
    lead('A lock is filled from the lake.', 3.8),
    lead('Tolls are paid at the gate.', 3.7),
  ]
  expect(furtherOf(ranked, 3).map(({ quote }) => quote)).toEqual(['A lock is filled from the lake.'])
})

test('nearly as likely as the first is what little lies between', () => {
  const ranked = [lead('A lock lifts ships.', 5), lead('It is filled.', 4.6), lead('Tolls are paid.', 4.4)]
  expect(nearlyAsLikely(ranked).map(({ quote }) => quote)).toEqual(['A lock lifts ships.', 'It is filled.'])
  expect(nearlyAsLikely([])).toEqual([])
})
