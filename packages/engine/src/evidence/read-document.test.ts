import fc from 'fast-check'
import { expect, test } from 'vitest'
import { HEADS } from '#judge/fitted-heads.ts'
import { TermsOfText } from '#language/reader.ts'
import { contentTerms, terms } from '#language/terms.ts'
import type { ReadingGoal } from '#question/question.ts'
import type { SourceDocument } from '../types.ts'
import { type Features, weigh } from './head.ts'
import { readDocument } from './read-document.ts'

const document = (text: string, title = 'Title'): SourceDocument => ({
  id: 'd',
  url: 'urn:d',
  title,
  text,
  sourceType: 'other',
})

function looking(question: string) {
  const weights = new Map([...contentTerms(question)].map((term) => [term, 1]))
  const termsOf: ReadingGoal['termsOf'] = ({ text }) => new TermsOfText(text, 'en')
  const more = { ofOrigins: new Set<string>(), bigrams: new Set<string>(), fits: () => 0 }
  const goal: ReadingGoal = { weights, terms, termsOf, ...more }
  return { goal, weigh: (features: Features) => weigh(HEADS.sentence, features) }
}

test('the sentence that holds most of the question scores best', () => {
  const text = 'Ships need water. The canal opened in 1914 after long work. Lakes feed it.'
  const { evidence, covers } = readDocument(document(text), [], looking('canal opened work'))
  const [best] = [...evidence].sort((a, b) => b.score - a.score)
  expect(best?.quote).toBe('The canal opened in 1914 after long work.')
  expect([...covers].sort()).toEqual([...contentTerms('canal opened work')].sort())
})

test('a title that holds the question helps every sentence under it', () => {
  const text = 'It opened in 1914 to ships.'
  const scoreUnder = (title: string) =>
    readDocument(document(text, title), [], looking('Panama canal opened')).evidence[0]?.score ?? 0
  expect(scoreUnder('Panama Canal')).toBeGreaterThan(scoreUnder('Bread'))
})

test('of a long document only the passages found are read', () => {
  const filler = 'Nothing of note is said here at all. '.repeat(400)
  const text = `${filler}The canal opened in 1914. ${filler}`
  const start = filler.length
  const passages = [{ documentId: 'd', start, end: start + 25, score: 1 }]
  const { evidence } = readDocument(document(text), passages, looking('canal'))
  expect(evidence.map(({ quote }) => quote)).toEqual(['The canal opened in 1914.'])
})

test('every quote is what stands at its place, never longer than can be read, never half a character', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 40 }), { maxLength: 80 }), (parts) => {
      const text = parts.join(' ')
      for (const { quote, start, end } of readDocument(document(text), [], looking('canal')).evidence) {
        expect(text.slice(start, end)).toBe(quote)
        expect(quote.length).toBeLessThanOrEqual(700)
        expect(quote.isWellFormed()).toBe(true)
      }
    }),
  )
})

test('a text without a single stop or space is cut into quotable parts', () => {
  const text = '\u{1F600}'.repeat(2_000)
  const { evidence } = readDocument(document(`canal ${text}`), [], looking('canal'))
  expect(evidence.length).toBeGreaterThan(0)
  for (const { quote } of evidence) expect(quote.isWellFormed()).toBe(true)
})

test('a long text that is read by parts gives the same quotations as a string, also where it is not well-formed', () => {
  const word = fc.constantFrom('canal', 'čanal', '😀', '\ud83d', '\ude00', 'é', 'opened. The')
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 200 }), fc.nat(900), fc.nat(900), (words, from, length) => {
      const text = `${words.join(' ')} ${'Nothing of note is said here at all. '.repeat(200)}`
      const passages = [{ documentId: 'd', start: from, end: from + length + 1, score: 1 }]
      const quotesOf = (read: SourceDocument['text']) =>
        readDocument({ ...document(text), text: read }, passages, looking('canal')).evidence.map(
          ({ start, end, quote }) => ({ start, end, quote }),
        )
      const parted = quotesOf({ length: text.length, slice: (start, end) => text.slice(start, end) })
      expect(parted).toEqual(quotesOf(text))
      for (const { start, end, quote } of parted) expect(quote).toBe(text.slice(start, end))
    }),
  )
})
