import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SourceDocument } from '../types.ts'
import { findQuotation } from './find-quotation.ts'

const document = (text: string): SourceDocument => ({ id: 'd', url: 'urn:d', title: 'd', text, sourceType: 'other' })

const TEXT = `Work began in 1904 under a new chief. 😀 The Panama Canal was dug by men from all nations — “a wonder” — and opened in 1914.
It cost $375 million, more than any work before it. 巴拿马运河在一九一四年开通，连接两个大洋。The locks lift ships 26 metres.`
const source = document(TEXT)
test.each([
  'The Panama Canal was dug by men',
  'the panama   canal was\ndug by men',
  'nations - "a wonder" - and opened in 1914.',
  '“The Panama Canal was dug by men…”',
  'and opened in 1914. It cost $375 million',
  '巴拿马运河在一九一四年开通',
])('finds %s', (quote) => {
  const { start, end } = findQuotation(quote, source) ?? { start: 0, end: 0 }
  const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
  expect(letters(TEXT.slice(start, end))).toBe(letters(quote))
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
