import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fold, normaliseWithMap } from './normalise.ts'

test('folding takes the diacritics of Latin letters, and leaves other scripts their letters', () => {
  expect(fold('Lilû CAFÉ')).toBe('lilu cafe')
  expect(fold('Йод')).toBe('йод')
  expect(fold('が')).toBe('が')
})

test('normalising makes quotes, dashes and white space alike and drops what is invisible', () => {
  expect(normaliseWithMap('“A\u00ADb”\n\n c – d…').text).toBe('"ab" c - d...')
})

test('every unit of the normalised text leads back to where it came from', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const { text: normal, starts, ends } = normaliseWithMap(text)
      expect(starts).toHaveLength(normal.length)
      expect(ends).toHaveLength(normal.length)
      for (let i = 0; i < normal.length; i += 1) {
        const [start = -1, end = -1] = [starts[i], ends[i]]
        expect(start).toBeGreaterThanOrEqual(starts[i - 1] ?? 0)
        expect(end).toBeGreaterThan(start)
        expect(end).toBeLessThanOrEqual(text.length)
        const unit = normal[i] ?? ''
        expect(normaliseWithMap(text.slice(start, end)).text).toContain(unit)
      }
    }),
  )
})
