import { expect, test } from 'vitest'
import { type Candidate, Ledger } from './ledger.ts'

const candidate = (id: string, score: number) => ({ document: { id }, score }) as Candidate

test('a copy of a ledger stays as it was, whatever is read later', () => {
  const ledger = new Ledger()
  const first = candidate('a', 1)
  ledger.add(first)
  const copy = ledger.copy()
  Object.assign(first, { score: 3 })
  ledger.add(candidate('b', 2))
  expect(copy.ranked().map(({ document, score }) => [document.id, score])).toEqual([['a', 1]])
  expect(ledger.ranked().map(({ score }) => score)).toEqual([3, 2])
})
