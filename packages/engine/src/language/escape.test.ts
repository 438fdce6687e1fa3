import fc from 'fast-check'
import { expect, test } from 'vitest'
import { escaped } from './escape.ts'

test('any text matches itself alone', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(new RegExp(`^${escaped(text)}$`, 'u').test(text)).toBe(true)
    }),
  )
  expect(new RegExp(escaped('a.b'), 'u').test('axb')).toBe(false)
})
