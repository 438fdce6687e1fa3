import fc from 'fast-check'
import { expect, test } from 'vitest'
import { eachNumber } from './number-list.ts'

test('visits what was listed, in order', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 2 ** 40 })), (numbers) => {
      const seen: number[] = []
      eachNumber(numbers.join(','), (number) => seen.push(number))
      expect(seen).toEqual(numbers)
    }),
  )
})
