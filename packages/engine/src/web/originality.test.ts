import { expect, test } from 'vitest'
import type { SourceDocument } from '../types.ts'
import { isCopy, moreOriginal } from './originality.ts'

const document = (url: string, text: string, known: Partial<SourceDocument> = {}): SourceDocument => ({
  id: url,
  url,
  title: url,
  text,
  sourceType: 'news',
  ...known,
})

/** Distinct sentences of eight words: number `i` is always the same. */
const story = (from: number, to: number) =>
  Array.from(
    { length: to - from },
    (_, i) => `The w${from + i} ship of line w${from + i} met storm w${from + i}.`,
  ).join(' ')

test('copies are found in spite of case, typography and a sentence more', () => {
  const one = document('urn:one', story(0, 40))
  const other = document('urn:other', `${story(0, 40).toUpperCase()} Read more on our site.`)
  expect(isCopy(one, other)).toBe(true)
})

test('documents that share half of their text are not copies, nor are unrelated ones', () => {
  const one = document('urn:one', story(0, 40))
  expect(isCopy(one, document('urn:half', story(20, 60)))).toBe(false)
  expect(isCopy(one, document('urn:else', story(100, 140)))).toBe(false)
})

test('the earliest is cited, then the shortest address', () => {
  const text = story(0, 30)
  const syndicated = document('https://news.example/2021/story?from=wire', text, { date: '2021-03-02' })
  const wire = document('https://wire.example/story-of-the-ships', text, { date: '2021-03-01' })
  const undated = document('https://a.example', text)
  const yearOnly = document('https://b.example', text, { year: 2021 })
  expect([undated, syndicated, yearOnly].reduce(moreOriginal, wire)).toBe(wire)
  expect(moreOriginal(document('urn:longer', text), document('urn:short', text)).url).toBe('urn:short')
})

test('a text without words is a copy of nothing', () => {
  expect(isCopy(document('urn:a', ''), document('urn:b', ' — '))).toBe(false)
})
