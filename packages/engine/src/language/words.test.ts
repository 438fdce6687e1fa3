import fc from 'fast-check'
import { expect, test } from 'vitest'
import { UNSPACED, words } from './words.ts'

const texts = (text: string) => words(text).map((word) => word.text)

test('apostrophes and hyphens part words; points and commas between digits do not', () => {
  expect(texts("Roosevelt's short-lived 3.5, 1,200.50 and 12.")).toEqual([
    'Roosevelt',
    's',
    'short',
    'lived',
    '3.5',
    '1,200.50',
    'and',
    '12',
  ])
  expect(texts('3.5abc 12abc 12a.5')).toEqual(['3.5', 'abc', '12abc', '12a', '5'])
})

test('letters beyond the basic plane are letters', () => {
  expect(texts('a\u{1D400}b \u{1F600} 𠮷野家')).toEqual(['a\u{1D400}b', '𠮷野家'])
})

test('words of scripts without spaces are told', () => {
  expect(texts('Tokyo 東京 é').map((word) => UNSPACED.test(word))).toEqual([false, true, false])
})

// What a word is, said as a pattern.
const WORD = /\p{N}+(?:[.,]\p{N}+)+|[\p{L}\p{M}\p{N}]+(?:_[\p{L}\p{M}\p{N}]+)*/gu

test('words are what the pattern says', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: 'grapheme' }),
    fc.stringMatching(/^[\d.,a-z٣½²]{0,12}$/u),
    fc.constantFrom('東京', 'ไทย', 'й', 'e\u0301', '\ud800', '\udc00', '𝟘.𝟙'),
  )
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const text = pieces.join('')
      const expected = [...text.matchAll(WORD)].map((match) => ({
        text: match[0],
        start: match.index,
        end: match.index + match[0].length,
      }))
      expect(words(text)).toEqual(expected)
    }),
    { numRuns: 500 },
  )
})
