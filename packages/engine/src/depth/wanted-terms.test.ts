import fc from 'fast-check'
import { expect, test } from 'vitest'
import { terms } from '#language/terms.ts'
import { documentBy } from '../../test/memory-library.ts'
import { WantedTerms } from './wanted-terms.ts'

const WORDS = ['bridge', 'Bridge', 'harbour', 'the', '鉄道', '橋を渡る', 'tollBooth', 'rain', '\u{1F309}']
const wanted = new Set(['bridg', 'harbour', '鉄道', '渡る', 'toll'])

const texts = fc.array(fc.constantFrom(...WORDS), { maxLength: 1500 }).map((words) => words.join(' '))

test('the wanted terms of a stretch of a document are those that begin in it, wherever it is cut', () => {
  fc.assert(
    fc.property(texts, fc.nat(), fc.nat(), (text, one, other) => {
      const places = [one % (text.length + 1), other % (text.length + 1)]
      const [start, end] = [Math.min(...places), Math.max(...places)]
      const found = new WantedTerms(wanted, 'en').between(documentBy('a', 'Nobody', 1900, text), start, end)
      const all = terms(text, 'en').filter((term) => !term.stop && wanted.has(term.term))
      const own = all.filter((term) => term.start >= start && term.start < end)
      expect(found.map((term) => [term.term, term.start])).toEqual(own.map((term) => [term.term, term.start]))
    }),
    { numRuns: 50 },
  )
})

test('a short text holds each wanted term once, however often it is asked for', () => {
  const found = new WantedTerms(wanted, 'en')
  for (const _ of [1, 2]) expect([...found.in('A bridge, two bridges and rain')]).toEqual(['bridg'])
})

test('of a term it tells whether its word is written small', () => {
  const found = new WantedTerms(wanted, 'en').between(documentBy('a', 'Nobody', 1900, 'Bridge or bridge'), 0, 16)
  expect(found.map(({ isSmall }) => isSmall)).toEqual([false, true])
})
