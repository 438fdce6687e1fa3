import { expect, test } from 'vitest'
import { contentTerms } from '#text/terms.ts'
import type { Candidate, Evidence } from '../ledger.ts'
import type { SourceDocument } from '../types.ts'
import { chooseEvidence } from './choose-evidence.ts'
import { attribution, compose, leadOf, NOT_ANSWERED, NOTHING_FOUND } from './compose.ts'

const weights = new Map([...contentTerms('canal opened cost lock')].map((term) => [term, 1]))
const budget = { sentences: 4, sentencesADocument: 2 }

function candidate(id: string, score: number, ...quotes: [string, number][]): Candidate {
  const text = quotes.map(([quote]) => quote).join(' ')
  const document: SourceDocument = { id, url: `urn:${id}`, title: id, text, sourceType: 'other' }
  const evidence = quotes.map(([quote, worth]): Evidence => {
    const start = text.indexOf(quote)
    const terms = contentTerms(quote)
    const covers = new Set([...terms].filter((term) => weights.has(term)))
    return { document, start, end: start + quote.length, quote, terms, covers, score: worth, worth, iteration: 1 }
  })
  const signals = { question: 0, part: 0, lead: 0, support: 0, residual: 0 }
  return {
    document,
    signals,
    score,
    covers: new Set(evidence.flatMap(({ covers }) => [...covers])),
    evidence,
    iteration: 1,
  }
}

test('nothing is said twice, and no document speaks longer than its share', () => {
  const a = candidate(
    'a',
    1,
    ['The canal opened in 1914.', 1],
    ['In 1914 the canal opened.', 0.98],
    ['Its cost was high for all.', 0.9],
    ['A lock lifts each ship.', 0.9],
  )
  const chosen = chooseEvidence([{ ...a, probability: 1 }], weights, budget).map(({ quote }) => quote)
  expect(chosen).toHaveLength(2)
  expect(chosen).not.toContain('In 1914 the canal opened.')
})

test('the best sentence leads, then each source speaks in its own order', () => {
  const a = candidate('a', 1, ['Its cost was high.', 0.5], ['The canal opened.', 1])
  const parts = compose(
    a.evidence,
    leadOf(a.evidence, () => 1),
    true,
  )
  expect(parts.map(({ text }) => text)).toEqual(['a: ', 'The canal opened.', ' … ', 'Its cost was high.'])
})

test('sentences that adjoin in the source adjoin in the answer', () => {
  const a = candidate('a', 1, ['The canal opened.', 1], ['Its cost was high.', 0.5])
  expect(
    compose(
      a.evidence,
      leadOf(a.evidence, () => 1),
      true,
    ).map(({ text }) => text),
  ).toEqual(['a: ', 'The canal opened.', ' ', 'Its cost was high.'])
})

test('an answer that is none says so first', () => {
  expect(
    compose(
      [],
      leadOf([], () => 1),
      true,
    ),
  ).toEqual([{ kind: 'text', text: NOTHING_FOUND }])
  expect(
    compose(
      candidate('a', 1, ['The canal opened.', 1]).evidence,
      leadOf(candidate('a', 1, ['The canal opened.', 1]).evidence, () => 1),
      false,
    )[0],
  ).toEqual({
    kind: 'text',
    text: `${NOT_ANSWERED}\n\n`,
  })
})

test.each([
  [{ authors: ['A'], year: 1900 }, 'A (1900): '],
  [{ authors: ['A', 'B'], year: 1900 }, 'A and others (1900): '],
  [{ authors: ['A'] }, 'A, T: '],
  [{ year: 1900 }, 'T (1900): '],
  [{}, 'T: '],
])('a source known by %o is named %s', (known, name) => {
  expect(attribution({ id: 'd', url: 'urn:d', title: 'T', text: '', sourceType: 'other', ...known })).toBe(name)
})
