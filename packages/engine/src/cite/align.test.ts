import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sentences } from '#language/sentences.ts'
import type { SourceDocument } from '../types.ts'
import { align, nearestSentences } from './align.ts'

const document = (text: string): SourceDocument => ({ id: 'd', url: 'urn:d', title: 'd', text, sourceType: 'other' })

const TEXT = `Work began in 1904 under a new chief. 😀 The Panama Canal was dug by men from all nations — “a wonder” — and opened in 1914.
It cost $375 million, more than any work before it. 巴拿马运河在一九一四年开通，连接两个大洋。The locks lift ships 26 metres.`
const source = document(TEXT)
const at = (words: string) => {
  const start = TEXT.indexOf(words)
  return { start, end: start + words.length }
}
const SENTENCE = at('😀 The Panama Canal was dug by men from all nations — “a wonder” — and opened in 1914.')

test.each([
  ['The Panama Canal was dug by men', 'exact'],
  ['the panama   canal was\ndug by men', 'normalised'],
  ['nations - "a wonder" - and opened in 1914.', 'normalised'],
  ['“The Panama Canal was dug by men…”', 'normalised'],
  ['The Panama Canal was dug by many men from all nations', 'aligned'],
])('finds %s, %s, and its sentence', (quote, method) => {
  expect(align(quote, source)).toMatchObject({ method, sentence: SENTENCE })
})

test('an aligned quotation scores by its matches, and its span is what it was aligned with', () => {
  const found = align('The Panama Canal was built by men from all nations', source)
  // Nine of ten words match and one does not: ((9 - 1) / 10 + 1) / 2.
  expect(found).toMatchObject({ ...at('The Panama Canal was dug by men from all nations'), method: 'aligned' })
  expect(found?.score).toBeCloseTo(0.9)
  expect(align('The Panama Canal was built by men from all nations', source, 0.95)).toBeUndefined()
})

test('a quotation over two sentences is snapped to both', () => {
  const found = align('and opened in 1914. It cost $375 million', source)
  expect(found?.sentence).toEqual({ start: SENTENCE.start, end: at('before it.').end })
})

test('scripts without spaces are found by pairs of characters', () => {
  const { start, end } = at('巴拿马运河在一九一四年开通')
  expect(align('巴拿马运河在一九一四年开通', source)).toMatchObject({ start, end, method: 'exact' })
  expect(align('巴拿马运河在一九一四年的开通，连接两个大洋', source)).toMatchObject({ method: 'aligned' })
})

test('what is not there, or holds no word, is not found', () => {
  for (const quote of ['The Suez Canal was opened by an empress with a fleet of yachts.', 'anal was dug', '', ' — ']) {
    expect(align(quote, source)).toBeUndefined()
  }
})

test('the nearest sentences come by the rarity of what they share', () => {
  expect(nearestSentences('opening of the canal at Panama in 1914', source, 1)).toEqual([SENTENCE])
  expect(nearestSentences('velvet', source)).toEqual([])
})

test('every piece of a document is found where its words are, and lies in its sentence', () => {
  const word = fc.constantFrom('one', 'Two', 'three.', 'ﬁve', 'İx', '“seven”', '中文', '😀', '\n\n', 'e\u0301', '…')
  fc.assert(
    fc.property(
      fc.array(word, { minLength: 3, maxLength: 30 }),
      fc.nat(29),
      fc.integer({ min: 1, max: 8 }),
      (all, from, count) => {
        const text = all.join(' ')
        const piece = all.slice(from, from + count).join(' ')
        const found = align(piece, document(text))
        if (!/[\p{L}\p{N}]/u.test(piece)) expect(found).toBeUndefined()
        else {
          expect(found?.score).toBe(1)
          expect(text.slice(found?.start, found?.end)).toBe(piece.trim())
          const covers = sentences(text).filter(
            ({ start, end }) => end > (found?.start ?? 0) && start < (found?.end ?? 0),
          )
          expect(found?.sentence).toEqual({ start: covers[0]?.start, end: covers.at(-1)?.end })
        }
      },
    ),
  )
})
