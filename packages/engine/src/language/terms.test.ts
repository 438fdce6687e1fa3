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

test.each([
  ['de', 'Häuser', 'Haus'],
  ['de', 'Brücken', 'Brücke'],
  ['es', 'puentes', 'puente'],
  ['fr', 'universités', 'université'],
  ['it', 'ponti', 'ponte'],
  ['nl', 'gebouwen', 'gebouw'],
  ['pt', 'construídas', 'construído'],
  ['ru', 'мостами', 'моста'],
] as const)('in %s, %s is found by %s', (language, one, other) => {
  expect(terms(one, language)[0]?.term).toBe(terms(other, language)[0]?.term)
})

test('a text is taken in its own language, English where it does not tell', () => {
  expect([...contentTerms('Wer baute die Brücken in Hamburg?')]).toEqual(['baut', 'bruck', 'hamburg'])
  expect([...contentTerms('Wer baute die Brücken in Hamburg?', 'en')]).toContain('die')
  expect([...contentTerms('Who built the bridges of Hamburg?')]).toEqual(['build', 'bridg', 'hamburg'])
})

test('a name is the same term in all languages, and a question in English finds what is not', () => {
  for (const language of ['de', 'fr', 'nl', 'ru'] as const) {
    expect(terms('Paris', language)[0]?.term).toBe(terms('Paris', 'en')[0]?.term)
  }
  expect(indexTerms('el puente de Barcelona', 'es').split(' ')).toContain(terms('Barcelona', 'en')[0]?.term)
})

test('pairs of characters that only ask or join carry no meaning', () => {
  expect([...contentTerms('大桥是什么时候通车')]).toEqual(['大桥', '候通', '通车'])
  expect([...contentTerms('橋はいつですか')]).toEqual(['橋は'])
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

test('Korean words are matched whatever their endings, and dotless letters as their capitals', () => {
  const content = (text: string) => terms(text).flatMap(({ term, stop }) => (stop ? [] : [term]))
  expect(content('휴가는 며칠입니까?')).toContain(content('휴가를')[0])
  expect(content('bisiklet bakımı')).toEqual(content('BİSİKLET BAKIMI'))
})
