import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createReader, TermsOfText } from './reader.ts'
import { type KnownTerm, terms } from './terms.ts'

const withoutPlace = ({ term, raw, stop }: KnownTerm) => ({ term, raw, stop })

test('a part of what was taken apart has the terms that stand whole in it', () => {
  const word = fc.constantFrom(
    'Canals ',
    'bodyLimit ',
    'opened. ',
    '3.5 ',
    'of ',
    '運河は',
    '東京',
    '\u{1F600} ',
    'é',
    '-',
  )
  fc.assert(
    fc.property(
      fc.array(word, { maxLength: 40 }).map((words) => words.join('')),
      fc.array(fc.tuple(fc.nat(120), fc.nat(120)), { minLength: 1, maxLength: 6 }),
      (text, places) => {
        const parts = new TermsOfText(text, 'en')
        const all = terms(text, 'en')
        expect(parts.between(0, text.length).map(withoutPlace)).toEqual(all.map(withoutPlace))
        for (const [a, b] of places) {
          const [start, end] = [Math.min(a, b, text.length), Math.min(Math.max(a, b), text.length)]
          const first = all.findIndex((term) => term.start >= start)
          const past = all.findIndex((term, at) => at >= first && term.end > end)
          const whole = first < 0 ? [] : all.slice(first, past < 0 ? undefined : past)
          expect(parts.between(start, end).map(withoutPlace)).toEqual(whole.map(withoutPlace))
        }
      },
    ),
  )
})

test('a part of a part that does not begin the text has the terms that stand there', () => {
  const text = 'First lines. The canal opened in 1914.'
  const parts = new TermsOfText(text, 'en')
  expect(parts.between(13, text.length).map(({ raw }) => raw)).toEqual(['The', 'canal', 'opened', 'in', '1914'])
  expect(parts.between(17, 29).map(({ raw }) => raw)).toEqual(['canal', 'opened'])
})

test('a term that stands for another one is read as that', () => {
  const read = createReader('en', new Map([['boat', 'ship']])).terms('Two boats sail.')
  expect(read.map(({ term, raw }) => [term, raw])).toEqual([
    ['two', 'Two'],
    ['ship', 'boats'],
    ['sail', 'sail'],
  ])
})
