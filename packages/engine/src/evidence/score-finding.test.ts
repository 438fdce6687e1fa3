import { expect, test } from 'vitest'
import type { Query } from '../types.ts'
import type { Run } from './run.ts'
import { strength } from './score-finding.ts'

const WEIGHTS = new Map(['canal', 'lock', 'toll', 'ship'].map((term) => [term, 1]))
const QUESTION: Query = { text: 'canal lock toll ship', terms: [...WEIGHTS.keys()], purpose: 'question', weight: 1 }

interface Found {
  /** Its score among what the query found: 1 for the best. */
  rank: number
  holds: readonly string[]
  id?: string
}

/** The strength of a document; `parent` is what the document holds that led to it. */
function strengthOf({ rank, holds, id = 'a' }: Found, { parent = [''], named = [''] } = {}): number {
  const led = parent.join('') !== ''
  // What of a run tells how strong a finding is.
  const run = {
    question: { weights: WEIGHTS, named: new Set(named.filter((each) => each !== '')) },
    ledger: { get: () => (led ? { covers: new Set(parent) } : undefined) },
  } as unknown as Run
  const query: Query = led ? { ...QUESTION, purpose: 'expansion', from: 'parent' } : QUESTION
  return strength(run, query, { documentId: id, score: rank, passages: [] }, new Set(holds))
}

const ALL = [...WEIGHTS.keys()]

test('rank says more than what a document holds of the question', () => {
  const best = strengthOf({ rank: 1, holds: ALL.slice(2) })
  expect(best).toBeGreaterThan(strengthOf({ rank: 0.5, holds: ALL }))
})

test('rank does not outweigh that a document holds nothing else of the question', () => {
  const whole = strengthOf({ rank: 0.7, holds: ALL })
  expect(whole).toBeGreaterThan(strengthOf({ rank: 1, holds: ALL.slice(3) }))
})

test('a document that another led to counts for its rank, although it holds nothing that the other lacks', () => {
  const parent = ALL.slice(0, 2)
  const nothingNew = strengthOf({ rank: 1, holds: parent }, { parent })
  expect(nothingNew).toBeGreaterThan(strengthOf({ rank: 0.2, holds: ALL.slice(2) }, { parent }))
})

test('a document that another led to counts for more if it holds what the other lacks', () => {
  const parent = ALL.slice(0, 2)
  const missing = strengthOf({ rank: 0.4, holds: ALL.slice(2) }, { parent })
  expect(missing).toBeGreaterThan(strengthOf({ rank: 1, holds: parent }, { parent }))
})

test('a document of another origin than the question names counts for less', () => {
  const named = ['named']
  const ofNamed = strengthOf({ rank: 0.8, holds: ALL, id: 'named' }, { named })
  expect(ofNamed).toBeGreaterThan(strengthOf({ rank: 1, holds: ALL }, { named }))
})

test('a document of another origin is still stronger than one that holds little', () => {
  const named = ['named']
  const elsewhere = strengthOf({ rank: 1, holds: ALL }, { named })
  expect(elsewhere).toBeGreaterThan(strengthOf({ rank: 0.4, holds: ALL.slice(2), id: 'named' }, { named }))
})
