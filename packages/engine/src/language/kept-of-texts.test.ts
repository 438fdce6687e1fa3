import fc from 'fast-check'
import { expect, test } from 'vitest'
import { KeptOfTexts } from './kept-of-texts.ts'

test('what is kept of a text is what was made of it, and no more is kept than may be', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 60 }),
      fc.array(fc.tuple(fc.nat(4), fc.nat(4), fc.integer({ min: 1, max: 9 })), { maxLength: 60 }),
      (most, asked) => {
        const texts = Array.from({ length: 5 }, () => ({}))
        const weights = new Map<string, number>()
        const kept = new KeptOfTexts<{ of: string; weight: number }>(most, ({ weight }) => weight)
        let made = 0
        for (const [text, part, weight] of asked) {
          const of = `${text} ${part}`
          weights.set(of, weights.get(of) ?? weight)
          const value = kept.get(texts[text] ?? {}, String(part), () => {
            made += 1
            return { of, weight: weights.get(of) ?? 0 }
          })
          expect(value).toEqual({ of, weight: weights.get(of) })
        }
        const before = made
        let held = 0
        for (const [of, weight] of weights) {
          const [text = '', part = ''] = of.split(' ')
          const count = made
          kept.get(texts[Number(text)] ?? {}, part, () => {
            made += 1
            // What is made now lets go of nothing, as it weighs too much to be kept.
            return { of, weight: Number.POSITIVE_INFINITY }
          })
          if (made === count) held += weight
        }
        expect(before).toBeGreaterThanOrEqual(Math.min(1, asked.length))
        expect(held).toBeLessThanOrEqual(2 * most)
      },
    ),
  )
})

test('of a string nothing is kept', () => {
  const kept = new KeptOfTexts<number>(9, () => 1)
  let made = 0
  const make = () => ++made
  expect([kept.get('text', 'a', make), kept.get('text', 'a', make)]).toEqual([1, 2])
})
