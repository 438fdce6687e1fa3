import { expect, test } from 'vitest'
import { clipAtWord, cut } from './cut.ts'

test('a text is cut without half a character at its end', () => {
  expect(cut('ab🚋', 3)).toBe('ab')
  expect(cut('ab🚋', 4)).toBe('ab🚋')
})

test('a line is cut behind a whole word, within it where it has but one', () => {
  expect(clipAtWord('the harbour\n bridge', 18)).toBe('the harbour bridge')
  expect(clipAtWord('the harbour bridge', 17)).toBe('the harbour…')
  expect(clipAtWord('the harbour bridge', 11)).toBe('the harbour…')
  expect(clipAtWord('harbourmaster', 7)).toBe('harbour…')
  expect(clipAtWord('a harbourmaster', 9)).toBe('a harbour…')
})
