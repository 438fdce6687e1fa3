import fc from 'fast-check'
import { expect, test } from 'vitest'
import { numbersIn } from './number-list.ts'

test('reads what was listed, in order', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 2 ** 40 })), (numbers) => {
      expect(numbersIn(numbers.join(','))).toEqual(numbers)
    }),
  )
  expect(numbersIn(null)).toEqual([])
})
