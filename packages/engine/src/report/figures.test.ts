import { expect, test } from 'vitest'
import { isTable, tellsFigures } from './figures.ts'

const ROWS = 'Year - Output - Trade 1931 - 74 - 69.4 - 69 - 81 May - 60 - 62.1 - 54 - 73 June - 59 - 60.0 - 52 - 71'
const SUMS = 'The tram took $659,705 in 1910, a decrease of $5,567 under 1909, when it took $665,272.'

test('figures are told from what was done', () => {
  expect(tellsFigures(SUMS)).toBe(true)
  expect(tellsFigures('The tram was built in 1909 because the town had grown to 52,000 people.')).toBe(false)
})

test('a table that stands as one sentence is none', () => {
  expect(isTable(ROWS)).toBe(true)
  expect(isTable(SUMS)).toBe(false)
  expect(isTable('It rained.')).toBe(false)
})
