import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SourceDocument } from '../types.ts'
import { originalsOf, similarity } from './originality.ts'

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
  expect(similarity(one, other)).toBeGreaterThan(0.9)
  expect(originalsOf([one, other]).size).toBe(1)
})

test('documents that share half of their text are not copies, and unrelated ones share nothing', () => {
  const one = document('urn:one', story(0, 40))
  expect(originalsOf([one, document('urn:half', story(20, 60))]).size).toBe(2)
  expect(similarity(one, document('urn:else', story(100, 140)))).toBe(0)
})

test('the earliest is cited, then the shortest address', () => {
  const text = story(0, 30)
  const syndicated = document('https://news.example/2021/story?from=wire', text, { date: '2021-03-02' })
  const wire = document('https://wire.example/story-of-the-ships', text, { date: '2021-03-01' })
  const undated = document('https://a.example', text)
  const yearOnly = document('https://b.example', text, { year: 2021 })
  expect([...originalsOf([undated, syndicated, yearOnly, wire])]).toEqual([wire])
  const [kept] = originalsOf([document('urn:longer', text), document('urn:short', text)])
  expect(kept?.url).toBe('urn:short')
})

test('a document that is like two groups joins them', () => {
  // The middle shares nine tenths with each; they share a little less than four fifths with one another.
  const [left, middle, right] = [story(0, 100), story(11, 111), story(22, 122)].map((text, i) =>
    document(`urn:${i}`, text),
  )
  if (!left || !middle || !right) throw new Error('three documents')
  expect(similarity(left, right)).toBeLessThan(0.8)
  expect(originalsOf([left, right]).size).toBe(2)
  expect(originalsOf([left, right, middle]).size).toBe(1)
})

test('a text without words is a copy of nothing', () => {
  expect(originalsOf([document('urn:a', ''), document('urn:b', ' — ')]).size).toBe(2)
})

test('the order given does not change what is cited, and of what is left none is a copy', () => {
  const anyDocument = fc.tuple(fc.nat(5), fc.integer({ min: 8, max: 30 })).map(([from, length]) => ({ from, length }))
  fc.assert(
    fc.property(fc.array(anyDocument, { maxLength: 8 }), (all) => {
      const documents = all.map(({ from, length }, i) => document(`urn:${i}`, story(from, from + length)))
      const kept = originalsOf(documents)
      expect(originalsOf([...documents].reverse())).toEqual(kept)
      expect(originalsOf([...kept]).size).toBe(kept.size)
    }),
    { numRuns: 50 },
  )
})
