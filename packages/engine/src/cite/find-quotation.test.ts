import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { SourceDocument } from '../types.ts'
import { findQuotation, quotesAreReal } from './find-quotation.ts'

const document = (text: string): SourceDocument => ({ id: 'd', url: 'urn:d', title: 'd', text, sourceType: 'other' })

const TEXT = `Work began in 1904 under a new chief. 😀 The Panama Canal was dug by men from all nations — “a wonder” — and opened in 1914.
It cost $375 million, more than any work before it. 巴拿马运河在一九一四年开通，连接两个大洋。The locks lift ships 26 metres.`
const source = document(TEXT)
test.each([
  'The Panama Canal was dug by men',
  'the panama   canal was\ndug by men',
  'nations - "a wonder" - and opened in 1914.',
  '“The Panama Canal was dug by men…”',
  '“‘the Panama Canal was dug by men’”',
  'and opened in 1914. It cost $375 million',
  '巴拿马运河在一九一四年开通',
])('finds %s', (quote) => {
  const { start, end } = findQuotation(quote, source) ?? { start: 0, end: 0 }
  const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
  expect(letters(TEXT.slice(start, end))).toBe(letters(quote))
})

test('of two places the one in the same letters is found, and no white space around it', () => {
  const text = 'So: the locks lift ships. The locks lift ships.'
  const start = text.indexOf('The')
  const found = { start, end: text.length }
  expect(findQuotation('The locks lift ships.', document(text))).toEqual(found)
  expect(findQuotation(' The locks lift ships.\n', document(text))).toEqual(found)
  expect(findQuotation(' THE locks lift ', document(text))).toEqual({ start: 4, end: 18 })
})

test.each([
  'The Suez Canal was opened by an empress with a fleet of yachts.',
  'The Panama Canal was built by men from all nations',
  'The Panama Canal was dug by men from nations',
  'anal was dug',
  '',
  ' — ',
])('does not find %j', (quote) => {
  expect(findQuotation(quote, source)).toBeUndefined()
})

test('every piece of a document is found where its words are', () => {
  const word = fc.constantFrom('one', 'Two', 'three.', 'ﬁve', 'İx', '“seven”', '中文', '😀', '\n\n', 'e\u0301', '…')
  fc.assert(
    fc.property(
      fc.array(word, { minLength: 3, maxLength: 30 }),
      fc.nat(29),
      fc.integer({ min: 1, max: 8 }),
      (all, from, count) => {
        const text = all.join(' ')
        const piece = all.slice(from, from + count).join(' ')
        const found = findQuotation(piece, document(text))
        if (!/[\p{L}\p{N}]/u.test(piece)) expect(found).toBeUndefined()
        else {
          expect(text.slice(found?.start, found?.end)).toBe(piece.trim())
        }
      },
    ),
  )
})

describe('in a long document', () => {
  const PIECE = 64 * 1024
  const SAID = 'The Panama Canal was dug by men'
  /** A document that says so from a place on. */
  const at = (place: number, said = SAID, between = ' ') => {
    const before = 'reef '.repeat(Math.ceil(place / 5)).slice(0, place - 1) + between
    return document(`${before}${said} and ${'fish '.repeat(PIECE / 5)}`)
  }

  test.each([PIECE - 10, PIECE - 1, PIECE, PIECE + 1, 2 * PIECE - 3, 2 * PIECE, 3 * PIECE + 7])(
    'it is found at %i, in the same letters or others',
    (start) => {
      const found = { start, end: start + SAID.length }
      expect(findQuotation(SAID, at(start))).toEqual(found)
      expect(findQuotation(SAID.toLowerCase(), at(start))).toEqual(found)
      expect(findQuotation(`“${SAID}…”`, at(start))).toEqual(found)
      expect(findQuotation('The Suez Canal was dug by men', at(start))).toBeUndefined()
      // The end of another word, also where a piece begins behind its first letters.
      expect(findQuotation(SAID, at(start, SAID, 'x'))).toBeUndefined()
      expect(findQuotation(SAID.toLowerCase(), at(start, SAID, 'x'))).toBeUndefined()
    },
  )

  test('several are found, each at its own place, and those without a Latin word', () => {
    const greek = 'Η διώρυγα\nάνοιξε το 1914'
    const text = `${at(PIECE / 2).text}${greek} and ${'fish '.repeat(PIECE / 5)}The locks lift ships.`
    const long = document(text)
    const spanOf = (said: string) => ({ start: text.indexOf(said), end: text.indexOf(said) + said.length })
    expect(findQuotation(SAID.toLowerCase(), long)).toEqual(spanOf(SAID))
    expect(findQuotation('the locks lift ships', long)).toEqual(spanOf('The locks lift ships'))
    expect(findQuotation('η διώρυγα άνοιξε το 1914', long)).toEqual(spanOf(greek))
  })

  test('it is found where its words are hyphenated out of sight or written with ligatures', () => {
    for (const said of ['The Pan\u00ADama Canal was dug by men', 'The Panama Canal was dug by o\uFB03cers']) {
      const start = PIECE + 9
      const quote = said.replace('\u00AD', '').replace('\uFB03', 'ffi')
      expect(findQuotation(quote, at(start, said))).toEqual({ start, end: start + said.length })
    }
  })
})

test('quotations in a claim are real where a document, a passage that is cited or the question has them', () => {
  const real = (claim: string, known: { question?: string; cited?: string[] } = {}) =>
    quotesAreReal(claim, [document('Nothing of it.'), source], { question: '', ...known })
  expect(real('It “was dug by men from all nations”, and "work began in 1904".')).toBe(true)
  expect(real('It “was dug by men from all nations”, and "work began in 1905 again".')).toBe(false)
  expect(real("They say 'the locks drop ships by metres'.")).toBe(false)
  expect(real("They say 'the locks lift ships 26 metres'.")).toBe(true)
  expect(real('“巴拿马运河在一九一五年开通”')).toBe(false)
  // An apostrophe inside of a word ends no quotation.
  expect(real("They say 'the ship's locks drop by metres'.")).toBe(false)
  expect(real('They say “— … —”.')).toBe(true)
  // Three words are a name; of scripts without spaces, two characters are a word.
  expect(real('“巴拿马大运河”')).toBe(true)
  expect(real('It is “the great ditch”.')).toBe(true)
  expect(real('It is “the great big ditch”.')).toBe(false)
  expect(real('It is “the great big ditch”.', { question: 'Is it The Great big ditch?' })).toBe(true)
  expect(real('It is “the great big ditch”.', { cited: ['So: a reef.', 'It is the Great big ditch.'] })).toBe(true)
  expect(real('It is “ the great big ditch ”.', { cited: ['It is the Great big ditch.'] })).toBe(true)
  expect(real('It is “the great big ditch”.', { cited: ['So: a reef.'] })).toBe(false)
})
