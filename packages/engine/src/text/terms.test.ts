import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contentTerms, indexTerms, terms } from './terms.ts'

test('words are found by their stem, whatever their case, number or accent', () => {
  expect(indexTerms('Canals')).toBe(indexTerms('canal'))
  expect(indexTerms('Böhm')).toBe(indexTerms('bohm'))
  expect(indexTerms("Roosevelt's")).toContain(indexTerms('roosevelt'))
  expect(indexTerms('города')).toBe(indexTerms('городу'))
})

test('numbers stay whole, with or without thousand separators', () => {
  expect(indexTerms('1,200')).toBe('1200')
  expect(indexTerms('3.5')).not.toBe(indexTerms('35'))
  expect(indexTerms('3.5').split(' ')).toHaveLength(1)
})

test('scripts without spaces become pairs of characters', () => {
  expect(terms('北京大学').map(({ term }) => term)).toEqual(['北京', '京大', '大学'])
})

test('words that carry no meaning are left out of content terms', () => {
  expect([...contentTerms('What is the canal of Panama?')]).toEqual(['canal', 'panama'])
})

test('terms hold letters and digits only, and stand where they say', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      for (const { term, raw, start, end } of terms(text)) {
        expect(term).toMatch(/^[\p{L}\p{N}]+$/u)
        expect(text.slice(start, end)).toBe(raw)
      }
    }),
  )
})
