import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { convertOffset, type OffsetUnit } from './offsets.ts'

const units: readonly OffsetUnit[] = ['utf-16', 'code-point', 'utf-8']

/** The length of a text by other means. */
function lengthIn(text: string, unit: OffsetUnit): number {
  if (unit === 'utf-16') return text.length
  return unit === 'utf-8' ? new TextEncoder().encode(text).length : Array.from(text).length
}

const texts = fc.string({ unit: fc.constantFrom('a', 'é', '€', '😀', '👩‍👩', '\ud83d', '\n'), maxLength: 20 })

it('converts every place in every text between all units', () => {
  fc.assert(
    fc.property(texts, fc.constantFrom(...units), fc.constantFrom(...units), (text, from, to) => {
      let before = ''
      for (const character of ['', ...text]) {
        before += character
        expect(convertOffset(text, lengthIn(before, from), from, to)).toBe(lengthIn(before, to))
      }
    }),
  )
})

it('takes a place inside a character for its beginning', () => {
  expect(convertOffset('a😀b', 2, 'utf-16', 'code-point')).toBe(1)
  expect(convertOffset('a😀b', 4, 'utf-8', 'utf-16')).toBe(1)
  expect(convertOffset('aéb', 2, 'utf-8', 'code-point')).toBe(1)
})

describe('outside the text', () => {
  it.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 3])('%d is refused', (offset) => {
    expect(() => convertOffset('a😀', offset, 'code-point', 'utf-16')).toThrow(RangeError)
  })

  it('nothing is inside an empty text but 0', () => {
    expect(convertOffset('', 0, 'utf-8', 'utf-16')).toBe(0)
    expect(() => convertOffset('', 1, 'utf-8', 'utf-16')).toThrow(RangeError)
  })
})
