import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createReader, TermsOfText } from './reader.ts'
import { type KnownTerm, terms } from './terms.ts'

const withoutPlace = ({ term, raw, stop }: KnownTerm) => ({ term, raw, stop })

test('a part of what was taken apart has the terms that stand whole in it', () => {
  const word = fc.constantFrom('Canals ', 'opened. ', '3.5 ', 'of ', '運河は', '東京', '\u{1F600} ', 'é', '-')
  fc.assert(
    fc.property(
      fc.array(word, { maxLength: 40 }).map((words) => words.join('')),
      fc.array(fc.tuple(fc.nat(120), fc.nat(120)), { minLength: 1, maxLength: 6 }),
      (text, places) => {
        let size = 0
        const parts = new TermsOfText(text, 'en', (units) => {
          size += units
        })
        const all = terms(text, 'en')
        expect(parts.between(0, text.length).map(withoutPlace)).toEqual(all.map(withoutPlace))
        for (const [a, b] of places) {
          const [start, end] = [Math.min(a, b, text.length), Math.min(Math.max(a, b), text.length)]
          const whole = all.filter((term) => term.start >= start && term.end <= end)
          expect(parts.between(start, end).map(withoutPlace)).toEqual(whole.map(withoutPlace))
        }
        expect(size).toBe(text.length)
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

test('terms that are no words stand among the others', () => {
  const text = 'The ** matches.'
  const symbol = { term: '**', raw: '**', start: 4, end: 6, stop: false }
  const others = (part: string) => (part === text ? [symbol] : [])
  const read = createReader('en', others).terms(text)
  expect(read.map(({ raw }) => raw)).toEqual(['The', '**', 'matches'])
  const parts = new TermsOfText(text, 'en', undefined, others)
  parts.between(0, text.length)
  expect(parts.between(4, text.length).map(({ raw }) => raw)).toEqual(['**', 'matches'])
})
