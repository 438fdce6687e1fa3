import { expect, test } from 'vitest'
import type { Evidence } from '#evidence/ledger.ts'
import { terms } from '#language/terms.ts'
import type { SourceDocument } from '../types.ts'
import { whoIsTold } from './who-is-told.ts'

function evidence(id: string, quote: string, of: Partial<SourceDocument> = {}): Evidence {
  const document: SourceDocument = { id, url: `urn:${id}`, title: id, text: quote, sourceType: 'other', ...of }
  const { length: end } = quote
  return { document, start: 0, end, quote, covers: new Set(), terms: new Set(), score: 0, worth: 0 }
}

const rules = {
  asked: new Set(['canal', 'gatun']),
  probability: (id: string) => (id === 'weak' ? 0.2 : 0.4),
  terms: (text: string) => terms(text),
}

test('somebody counts by the sources that speak of them, and where they are named in full', () => {
  const full = evidence('a', 'The canal was dug by Ada Mary Locke.')
  const short = evidence('b', 'The canal, said Mary Locke, is deep.')
  const other = evidence('weak', 'The canal was praised by Bob Stone.')
  const told = whoIsTold([full, short, other], rules)
  expect(told(full)).toBeCloseTo(0.8)
  expect(told(short)).toBe(0)
  expect(told(other)).toBeCloseTo(0.2)
})

test('names of the question are not asked for, and one source alone tells nothing of the others', () => {
  const asked = evidence('a', 'The canal was dug at Gatun Lake.')
  const other = evidence('b', 'The canal was dug by Bob Stone.')
  expect(whoIsTold([asked, other], rules)(asked)).toBe(0)
  expect(whoIsTold([other], rules)(other)).toBe(0)
})

test('who speaks in a source known by its author is named in all of it', () => {
  const of = { authors: ['Ada Locke'], year: 1900 }
  const all = [evidence('a', 'I dug the canal.', of), evidence('b', 'The canal was dug by Bob Stone.')]
  expect(all.map(whoIsTold(all, rules))).toEqual([0.5, 0.5])
  const published = all.map((item) => ({ ...item, document: { ...item.document, publisher: 'P' } }))
  expect(published.map(whoIsTold(published, rules))).toEqual([0, 0.5])
})
