import fc from 'fast-check'
import { expect, test } from 'vitest'
import { areOpposite } from './antonyms.ts'
import { clauses, cues } from './polarity.ts'
import { terms } from './terms.ts'

const read = (text: string) => cues(text).map(({ kind, start, end }) => `${kind} ${text.slice(start, end)}`)

test.each([
  ["They didn’t go, nor did we, and he can't.", ['negation didn’t', 'negation nor', "negation can't"]],
  ['It was not only big but the largest, not small.', ['quantifier not only', 'quantifier largest', 'negation not']],
  ['It failed to open and it may rain.', ['negation failed to', 'hedge may']],
  ['In May 1914, by May, on 5 May.', []],
  ['If he goes, all but a few go.', ['condition If', 'quantifier all', 'negation few']],
  ['Er kam nicht. Он не пришёл.', ['negation nicht', 'negation не']],
  ['他没有去北京。', ['negation 没有']],
])('finds what turns, weakens or bounds %s', (text, found) => {
  expect(read(text)).toEqual(found)
})

test.each([
  ['increased', 'fell', true],
  ['rise', 'raise', false],
  ['safe', 'unsafe', true],
  ['north', 'southern', true],
  ['canal', 'lock', false],
])('%s and %s are opposite: %s', (a, b, opposite) => {
  const [one, other] = [terms(a)[0]?.term ?? '', terms(b)[0]?.term ?? '']
  expect(areOpposite(one, other)).toBe(opposite)
  expect(areOpposite(other, one)).toBe(opposite)
})

test('clauses hold every word once and every cue once', () => {
  const piece = fc.constantFrom(
    'He',
    'did',
    'not',
    'go',
    ', but ',
    '; ',
    'may',
    ' — ',
    '. ',
    "didn't",
    'nor',
    '(x)',
    '\n\n',
    '不',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
      const text = pieces.join(' ')
      const found = clauses(text)
      expect(found.flatMap((clause) => clause.terms)).toEqual(terms(text))
      expect(found.flatMap((clause) => clause.cues)).toEqual(cues(text))
    }),
  )
})
