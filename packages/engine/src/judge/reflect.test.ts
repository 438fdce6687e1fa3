import { expect, test } from 'vitest'
import type { Candidate } from '#evidence/ledger.ts'
import { reflect, stopReason } from './reflect.ts'

const weights = new Map([
  ['canal', 3],
  ['open', 1],
])

const candidate = (score: number, ...covers: string[]): Candidate => ({
  document: { id: `${score}`, url: 'urn:d', title: 'd', text: '', sourceType: 'other' },
  signals: { question: 0, part: 0, origin: 0, expansion: 0, link: 0, support: 0, residual: 0, near: 0 },
  score,
  covers: new Set(covers),
  evidence: [],
  read: [],
  hits: [],
  iteration: 1,
})

test('coverage is by weight, together and by the one best document', () => {
  const reflection = reflect([candidate(0.9, 'canal'), candidate(0.5, 'open')], weights, 1)
  expect(reflection).toMatchObject({ coverage: 1, bestDocument: 0.75, missing: [] })
  expect(reflection.gain).toBeCloseTo(0.4)
})

test('what no document holds is missing', () => {
  expect(reflect([candidate(1, 'open')], weights, 0).missing).toEqual(['canal'])
})

const calm = { iteration: 2, maxIterations: 5, parts: 1, idle: 0, patience: 2, queriesLeft: 3, found: 2 }
const partly = { coverage: 0.7, bestDocument: 0.6, gain: 0.2, missing: ['canal'] }

test.each([
  ['covered', { ...partly, bestDocument: 0.95 }, calm],
  ['no_gain', partly, { ...calm, idle: 2 }],
  ['no_new_queries', partly, { ...calm, queriesLeft: 0 }],
  ['nothing_found', partly, { ...calm, queriesLeft: 0, found: 0 }],
  ['max_iterations', partly, { ...calm, iteration: 5 }],
] as const)('stops because: %s', (reason, reflection, progress) => {
  expect(stopReason({ ...reflection, missing: [...reflection.missing] }, progress)).toBe(reason)
})

test('goes on while there is something to ask and something gained', () => {
  expect(stopReason(partly, calm)).toBeUndefined()
})

test('a question of several parts is not settled by one document', () => {
  expect(stopReason({ ...partly, bestDocument: 0.95 }, { ...calm, parts: 2 })).toBeUndefined()
})

test('a patient run goes on where another one stops', () => {
  expect(stopReason(partly, { ...calm, idle: 2, patience: 3 })).toBeUndefined()
  expect(stopReason(partly, { ...calm, idle: 3, patience: 3 })).toBe('no_gain')
})
