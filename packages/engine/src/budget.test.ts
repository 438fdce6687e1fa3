import { expect, test } from 'vitest'
import { limitsFor, Spending } from './budget.ts'

const NO_TIME = () => 0

test('without a limit of dollars none is reached', () => {
  const spending = new Spending(limitsFor('high'), NO_TIME)
  spending.spend('dollars', 1_000_000)
  expect(spending.reached(true)).toBeUndefined()
})

test('half of the dollars are kept for the answer, a fifth of time, tokens and calls, and no bytes', () => {
  const spending = new Spending({ ms: 100, tokens: 100, calls: 100, bytes: 100, dollars: 1 }, NO_TIME)
  const left = (['ms', 'tokens', 'calls', 'bytes', 'dollars'] as const).map((name) => spending.left(name, true))
  expect(left).toEqual([80, 80, 80, 100, 0.5])
  spending.spend('dollars', 0.6)
  expect(spending.reached(true)).toBe('dollars')
  expect(spending.reached(false)).toBeUndefined()
})
