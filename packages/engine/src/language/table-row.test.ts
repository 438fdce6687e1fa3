import { expect, test } from 'vitest'
import { cellsOf } from './table-row.ts'

test.each([
  ['| a | b |', ['a', 'b']],
  ['a | b', ['a', 'b']],
  ['|a|b|', ['a', 'b']],
  ['| | b |', ['', 'b']],
  ['| a \\| b | c |', ['a \\| b', 'c']],
  ['a | b \\|', ['a', 'b \\|']],
  ['a\n b | c', ['a b', 'c']],
])('the cells of %j', (row, cells) => {
  expect(cellsOf(row)).toEqual(cells)
})
