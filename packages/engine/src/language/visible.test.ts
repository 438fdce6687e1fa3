import fc from 'fast-check'
import { expect, test } from 'vitest'
import { visible } from './visible.ts'

const HIDDEN = [
  '\u0000',
  '\u0007',
  '\u000B',
  '\u007F',
  '\u0085',
  '\u00AD',
  '\u034F',
  '\u061C',
  '\u115F',
  '\u17B4',
  '\u180B',
  '\u200B',
  '\u200E',
  '\u2028',
  '\u202E',
  '\u2060',
  '\u206F',
  '\u2800',
  '\u3164',
  '\uFEFF',
  '\uFFA0',
  '\uFFF9',
  '\u{E0041}',
]

test('what is hidden is found wherever it stands', () => {
  const text = fc.string({ unit: 'grapheme' })
  fc.assert(
    fc.property(text, fc.constantFrom(...HIDDEN), text, (before, hidden, after) => {
      const shown = visible(`${before}${hidden}${after}`)
      expect(shown.isWellFormed()).toBe(true)
      expect(shown).not.toContain(hidden)
    }),
  )
})

test('half a pair is nothing that a page can hold', () => {
  expect(visible('open\uD800 gate').isWellFormed()).toBe(true)
})

test('what is shown once is shown alike again', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const once = visible(text)
      expect(visible(once)).toBe(once)
    }),
  )
})
