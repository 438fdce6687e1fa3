import { expect, test } from 'vitest'
import type { Candidate, Signals } from '#evidence/ledger.ts'
import { terms } from '#language/terms.ts'
import { budgetFor } from '../budget.ts'
import { HEADS } from './fitted-heads.ts'
import { type Judged, judge, worthCiting } from './relevance.ts'

const none: Signals = { question: 0, part: 0, origin: 0, expansion: 0, link: 0, support: 0, residual: 0, near: 0 }
const weights = new Map([
  ['canal', 3],
  ['open', 1],
])

function candidate(id: string, signals: Partial<Signals>, ...covers: string[]): Candidate {
  const document = { id, url: `urn:${id}`, title: id, text: 'x', sourceType: 'other' }
  const held = new Set(covers)
  const place = { document, start: 0, end: 1, quote: 'x' }
  const evidence = [{ ...place, covers: held, terms: held, score: 1, worth: 1 }]
  return {
    document,
    signals: { ...none, ...signals },
    score: 1,
    covers: new Set(covers),
    evidence,
    read: [],
    hits: [],
    iteration: 1,
  }
}

const unnamed = { weights, named: new Set<string>(), sources: [], dated: new Set<string>(), goal: { terms } }

const ids = (judged: readonly Judged[]) => judged.map((each) => each.candidate.document.id)

test('what the whole question found best and covers most is likeliest', () => {
  const all = [candidate('b', { question: 0.4 }, 'open'), candidate('a', { question: 1 }, 'canal', 'open')]
  const judged = judge(all, unnamed, HEADS)
  expect(ids(judged)).toEqual(['a', 'b'])
  for (const { probability } of judged) expect(probability).toBeGreaterThan(0)
  for (const { probability } of judged) expect(probability).toBeLessThan(1)
})

test('a document with a section whose heading is the question is likelier than one that is found as well', () => {
  const under = (id: string, heading: string) => {
    const found = candidate(id, { question: 1 }, 'canal', 'open')
    const block = { start: 0, end: 1, kind: 'paragraph' as const, path: ['Questions', heading] }
    return { ...found, evidence: found.evidence.map((each) => ({ ...each, block })) }
  }
  const all = [under('a', 'Locks, gates and a canal'), under('b', 'How does a canal open?')]
  expect(ids(judge(all, unnamed, HEADS))).toEqual(['b', 'a'])
})

test('where the question names an origin, others count less', () => {
  const all = [candidate('a', { question: 1 }, 'canal'), candidate('b', { question: 1 }, 'canal')]
  const named = new Set(['b'])
  expect(ids(judge(all, { ...unnamed, named, sources: [named] }, HEADS))).toEqual(['b', 'a'])
})

test('the best of each origin that is named is likelier than the next of another', () => {
  const all = [candidate('a', { question: 1 }, 'canal'), candidate('b', { question: 0.9 }, 'canal')]
  const next = candidate('c', { question: 1 }, 'canal')
  const sources = [new Set(['a', 'c']), new Set(['b'])]
  const judged = judge([...all, next], { ...unnamed, named: new Set(['a', 'b', 'c']), sources }, HEADS)
  expect(ids(judged).at(-1)).toBe('c')
})

test('where origins are named, what holds what the strongest document lacks is likelier than what repeats it', () => {
  const strongest = candidate('a', { question: 1 }, 'canal')
  const repeats = candidate('b', { question: 0.5 }, 'canal')
  const fills = candidate('c', { question: 0.5 }, 'open')
  // Each covers the same share.
  const even = new Map([
    ['canal', 1],
    ['open', 1],
  ])
  const named = new Set(['a', 'b', 'c'])
  const judged = judge([strongest, repeats, fills], { ...unnamed, weights: even, named, sources: [named] }, HEADS)
  expect(ids(judged).at(-1)).toBe('b')
})

test('where origins are named, a sentence far ahead of all others makes its document likelier', () => {
  const named = new Set(['a', 'b'])
  const of = (score: number) => {
    const other = candidate('b', { question: 0.5 }, 'canal')
    for (const item of other.evidence) item.score = score
    const judged = judge(
      [candidate('a', { question: 1 }, 'canal'), other],
      { ...unnamed, named, sources: [named] },
      HEADS,
    )
    return judged.find((each) => each.candidate.document.id === 'a')?.probability ?? 0
  }
  expect(of(0.2)).toBeGreaterThan(of(0.9))
  expect(of(0.9)).toBeGreaterThan(of(1))
})

test('what a strong document names by its title is likelier than what is found beside it', () => {
  const all = [candidate('a', { expansion: 0.5 }, 'canal'), candidate('b', { expansion: 0.5, link: 1 }, 'canal')]
  expect(ids(judge(all, unnamed, HEADS))).toEqual(['b', 'a'])
})

test('a document of the day that the question names is likelier', () => {
  const all = [candidate('a', { question: 1 }, 'canal'), candidate('b', { question: 1 }, 'canal')]
  expect(ids(judge(all, { ...unnamed, dated: new Set(['b']) }, HEADS))).toEqual(['b', 'a'])
})

const judged = (...probabilities: number[]): Judged[] =>
  probabilities.map((probability, i) => ({ candidate: candidate(`${i}`, {}), probability }))

test('one document that is certain is cited alone', () => {
  expect(worthCiting(judged(0.97, 0.03, 0.02), 1, 8)).toHaveLength(1)
})

test('the less certain it is which are needed, and the more finding all matters, the more are cited', () => {
  const even = judged(0.5, 0.5, 0.5, 0.5, 0.1)
  expect(worthCiting(even, 1, 8).length).toBeGreaterThan(1)
  expect(worthCiting(even, 4, 8).length).toBeGreaterThanOrEqual(worthCiting(even, 1, 8).length)
  expect(worthCiting(even, 4, 2)).toHaveLength(2)
})

// Half the recall weight of a level would cite fewer, and twice that of medium or high more.
test.each([
  ['low', 2],
  ['medium', 2],
  ['high', 4],
] as const)('at level %s of a likely document and ever less likely ones %i are cited', (level, cited) => {
  const { recallWeight, documents } = budgetFor(level)
  const found = judged(0.9, 0.3, 0.12, 0.06, 0.03, 0.015)
  expect(worthCiting(found, recallWeight, documents)).toHaveLength(cited)
})

test('nothing judged, nothing cited', () => {
  expect(worthCiting([], 2, 8)).toEqual([])
})
