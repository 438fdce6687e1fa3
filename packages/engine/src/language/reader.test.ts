import fc from 'fast-check'
import { expect, test } from 'vitest'
import { KeptTerms } from './kept-terms.ts'
import { createReader, TermsOfText } from './reader.ts'
import { type KnownTerm, terms } from './terms.ts'

const withoutPlace = ({ term, raw, stop }: KnownTerm) => ({ term, raw, stop })

test('a part of what was taken apart has the terms that stand whole in it', () => {
  const some = new Set(['canal', 'opened', '運河', 'limit'])
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
        let size = 0
        const parts = new TermsOfText(text, 'en', {
          tell(units) {
            size += units
          },
        })
        const all = terms(text, 'en')
        expect(parts.between(0, text.length).map(withoutPlace)).toEqual(all.map(withoutPlace))
        for (const [a, b] of places) {
          const [start, end] = [Math.min(a, b, text.length), Math.min(Math.max(a, b), text.length)]
          const first = all.findIndex((term) => term.start >= start)
          const past = all.findIndex((term, at) => at >= first && term.end > end)
          const whole = first < 0 ? [] : all.slice(first, past < 0 ? undefined : past)
          expect(parts.between(start, end).map(withoutPlace)).toEqual(whole.map(withoutPlace))
          const wanted = whole.filter(({ term }) => some.has(term))
          expect(parts.wantedBetween(start, end, some).map(withoutPlace)).toEqual(wanted.map(withoutPlace))
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
  const read = createReader('en', { others }).terms(text)
  expect(read.map(({ raw }) => raw)).toEqual(['The', '**', 'matches'])
  const parts = new TermsOfText(text, 'en', { others })
  parts.between(0, text.length)
  expect(parts.between(4, text.length).map(({ raw }) => raw)).toEqual(['**', 'matches'])
})

test('a term that stands for another one is read as that', () => {
  const read = createReader('en', { meant: new Map([['boat', 'ship']]) }).terms('Two boats sail.')
  expect(read.map(({ term, raw }) => [term, raw])).toEqual([
    ['two', 'Two'],
    ['ship', 'boats'],
    ['sail', 'sail'],
  ])
})

test('a text that is read again has the same terms, whatever was kept of it', () => {
  const word = fc.constantFrom('Canals ', 'of ', 'bodyLimit ', '運河は', 'boats ')
  const kept = new KeptTerms()
  fc.assert(
    fc.property(
      fc.array(fc.array(word, { maxLength: 20 }), { minLength: 1, maxLength: 4 }),
      fc.array(fc.nat(99), { maxLength: 8 }),
      (texts, order) => {
        const asObjects = texts.map((words) => {
          const text = words.join('')
          return { text, length: text.length, slice: (start: number, end: number) => text.slice(start, end) }
        })
        for (const at of order) {
          const object = asObjects[at % asObjects.length] as (typeof asObjects)[number]
          const meant = at % 2 === 0 ? new Map([['boat', 'ship']]) : undefined
          const read = (text: string | typeof object, options: object) =>
            createReader('en', { meant, ...options })
              .termsOf({ text })
              .between(0, object.length)
          expect(read(object, { kept })).toEqual(read(object.text, {}))
        }
      },
    ),
  )
})
