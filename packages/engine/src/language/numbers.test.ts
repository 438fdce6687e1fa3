import fc from 'fast-check'
import { expect, test } from 'vitest'
import { holdsQuantity, quantities } from './numbers.ts'

const read = (text: string) =>
  quantities(text).map(({ kind, value, unit, month, day, bound }) =>
    [kind === 'number' ? '' : kind, value, unit, month, day, bound]
      .filter((part) => part !== '' && part !== undefined)
      .join(' '),
  )

test.each([
  ['It cost $1.2 million, or £3bn, or 1.200.000 euros.', ['1200000 USD', '3000000000 GBP', '1200000 EUR']],
  ['USD 5 and 5 dollars and US$5m', ['5 USD', '5 USD', '5000000 USD']],
  ['5%, 5 percent, 5 per cent, five percent', ['5 %', '5 %', '5 %', '5 %']],
  ['1,200.50 and 1 200 000 and 2½ and 1/2', ['1200.5', '1200000', '2.5', '0.5']],
  ['two hundred and fifty thousand men', ['250000']],
  ['one two three', ['2', '3']],
  ['twenty-five, a third, two-thirds, half', ['25', `${1 / 3}`, `${2 / 3}`, '0.5']],
  ['the 1990s, the 20th century, the twentieth', ['1990 decade', 'ordinal 20', 'ordinal 20']],
  ['On July 4, 1776, on 4 July 1776, on 1776-07-04', Array(3).fill('date 1776 7 4')],
  ['13/07/2020, but 04/07/2020', ['date 2020 7 13', 'date 2020']],
  ['a 5-year plan for 77 square kilometres at -5 °C', ['5 year', '77 km2', '-5 °C']],
  ['about 80, more than 100 and less than 3 km', ['80 about', '100 over', '3 km under']],
  ['COVID-19, F-16, B12 and the mark [3]', []],
  ['First, he was one of the second.', ['ordinal 2']],
])('reads the numbers of %s', (text, found) => {
  expect(read(text)).toEqual(found)
})

test.each([
  ['1.2 million', '1,200,000', true],
  ['5 percent', '5 %', true],
  ['5', '5 %', false],
  ['$5', '5', false],
  ['5 km', '5 miles', false],
  ['77 km', '77', true],
  ['about 80', '77.4', true],
  ['80', '77.4', false],
  ['more than 100', '103', true],
  ['more than 100', '97', false],
  ['nearly 2 million', '1.93 million', true],
  ['1914', 'August 15, 1914', true],
  ['August 16, 1914', 'August 15, 1914', false],
  ['August 15, 1914', 'on August 15 of the year 1914', true],
  ['2nd', '2', false],
  ['-5', '5', false],
])('a claim of %s is held by %s: %s', (claim, source, held) => {
  expect(quantities(claim).every((quantity) => holdsQuantity(quantities(source), quantity))).toBe(held)
})

test('numbers stand in order where they say, and any number is found again with thousand separators', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('5', ' %', '$', ' million', 'May 5', '–', '1,2', ' to ', 'one '),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const text = pieces.join('')
      let at = 0
      for (const { start, end } of quantities(text)) {
        expect(start).toBeGreaterThanOrEqual(at)
        expect(end).toBeGreaterThan(start)
        expect(end).toBeLessThanOrEqual(text.length)
        at = end
      }
    }),
  )
  fc.assert(
    fc.property(fc.integer({ min: 2101, max: 999_999_999 }), (value) => {
      const [plain] = quantities(`it had ${value} parts`)
      expect(plain?.value).toBe(value)
      expect(quantities(`it had ${value.toLocaleString('en')} parts`)[0]?.value).toBe(value)
    }),
  )
})
