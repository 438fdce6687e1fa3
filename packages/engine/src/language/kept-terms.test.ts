import fc from 'fast-check'
import { expect, test } from 'vitest'
import { KeptTerms } from './kept-terms.ts'
import { placedTerms } from './placed-terms.ts'

const word = fc.constantFrom('Canals ', 'of', 'bodyLimit ', '運河は', 'boats\n', '3.5', '.', '😀 ', 'a_b ')

test('the terms of any parts of texts are those that are made anew, whatever is kept', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 60 }),
      fc.array(fc.array(word, { maxLength: 30 }), { minLength: 1, maxLength: 4 }),
      fc.array(fc.tuple(fc.nat(9), fc.boolean(), fc.nat(150), fc.nat(150)), { maxLength: 30 }),
      (most, texts, asked) => {
        const kept = new KeptTerms(most)
        const objects = texts.map((words) => {
          const text = words.join('')
          return { length: text.length, slice: (start: number, end: number) => text.slice(start, end) }
        })
        for (const [number, isEnglish, a, b] of asked) {
          const text = objects[number % objects.length] as (typeof objects)[number]
          const [start, end] = [Math.min(a, b, text.length), Math.min(Math.max(a, b), text.length)]
          const language = isEnglish ? 'en' : 'de'
          const { terms, starts } = kept.of(text, language, { start, end })
          expect({ terms, starts }).toEqual(placedTerms(text.slice(start, end), language, start))
        }
      },
    ),
  )
})

test('a pair of characters is the same wherever a part begins', () => {
  const text = { slice: (start: number, end: number) => '運河 運河は'.slice(start, end) }
  const kept = new KeptTerms()
  kept.of(text, 'de', { start: 2, end: 6 })
  expect(kept.of(text, 'de', { start: 0, end: 6 })).toEqual(placedTerms('運河 運河は', 'de', 0))
})

/** A text that counts how many of its units were taken apart. */
function counted(text: string) {
  let units = 0
  const slice = (start: number, end: number) => {
    if (end - start > 1) units += end - start
    return text.slice(start, end)
  }
  return { text: { slice }, units: () => units }
}

test('a part that was met is not taken apart again', () => {
  const { text, units } = counted('The canal opened in 1914 and ships came to it. '.repeat(4))
  const kept = new KeptTerms()
  const first = kept.of(text, 'en', { start: 0, end: 46 })
  expect(kept.of(text, 'en', { start: 0, end: 46 })).toBe(first)
  expect(units()).toBe(46)
})

test('texts that were not met for long are let go', () => {
  const texts = Array.from({ length: 4 }, () => counted('The canal opened. '.repeat(5)))
  const kept = new KeptTerms(40)
  for (const { text } of texts) kept.of(text, 'en', { start: 0, end: 90 })
  expect(texts.map(({ units }) => units())).toEqual([90, 90, 90, 90])
  for (const { text } of texts.slice(2)) kept.of(text, 'en', { start: 0, end: 90 })
  expect(texts.map(({ units }) => units())).toEqual([90, 90, 90, 90])
  kept.of((texts[0] as (typeof texts)[number]).text, 'en', { start: 0, end: 90 })
  expect(texts[0]?.units()).toBe(180)
})
