import { expect, test } from 'vitest'
import { isRepeated } from './repeated.ts'

const of = (quote: string) => ({
  document: { id: quote, url: 'urn:a', title: 'A', text: quote, sourceType: 'document' },
  start: 0,
  end: quote.length,
  quote,
})

test('a passage of another copy is repeated, one that adds something or is short is not', () => {
  const said = [of('The canal lifts ships over the mountain by its nine locks, each with a keeper.')]
  expect(isRepeated([of('By its nine locks the canal lifts ships over the mountain.')], said)).toBe(true)
  expect(
    isRepeated([of('The canal lifts ships over the mountain for a toll that captains pay in silver.')], said),
  ).toBe(false)
  expect(isRepeated([of('The nine locks.')], said)).toBe(false)
})
