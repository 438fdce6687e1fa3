import fc from 'fast-check'
import { expect, test } from 'vitest'
import { HEADS } from '#judge/heads.ts'
import { TermsOfText } from '#language/reader.ts'
import type { Span } from '#language/sentences.ts'
import { contentTerms, terms } from '#language/terms.ts'
import type { ReadingGoal } from '#question/reading-goal.ts'
import type { SourceDocument } from '../types.ts'
import { logOdds } from './head.ts'
import { readDocument } from './read-document.ts'

const document = (text: string, title = 'Title'): SourceDocument => ({
  id: 'd',
  url: 'urn:d',
  title,
  text,
  sourceType: 'other',
})

function goalFor(question: string): ReadingGoal {
  const weights = new Map([...contentTerms(question)].map((term) => [term, 1]))
  const termsOf = ({ text }: { text: string }) => new TermsOfText(text, 'en')
  return { weights, discounts: new Map(), bigrams: new Set(), parts: [], terms, termsOf, fits: () => 0 }
}

const read = (document: SourceDocument, passages: readonly Span[], goal: ReadingGoal) =>
  readDocument(document, passages, { goal, worthOf: (features) => logOdds(HEADS.lead, features) })

test('the sentence that holds most of the question scores best', () => {
  const text = 'Ships need water. The canal opened in 1914 after long work. Lakes feed it.'
  const { evidence, covers } = read(document(text), [], goalFor('canal opened work'))
  const [best] = [...evidence].sort((a, b) => b.worth - a.worth)
  expect(best?.quote).toBe('The canal opened in 1914 after long work.')
  expect([...covers].sort()).toEqual([...contentTerms('canal opened work')].sort())
})

test('a title that holds the question helps every sentence under it', () => {
  const text = 'It opened in 1914 to ships.'
  const scoreUnder = (title: string) =>
    read(document(text, title), [], goalFor('Panama canal opened')).evidence[0]?.worth ?? 0
  expect(scoreUnder('Panama Canal')).toBeGreaterThan(scoreUnder('Bread'))
})

test('of a long document only the passages found are read', () => {
  const filler = 'Nothing of note is said here at all. '.repeat(400)
  const text = `${filler}The canal opened in 1914. ${filler}`
  const start = filler.length
  const passages = [{ start, end: start + 25 }]
  const { evidence } = read(document(text), passages, goalFor('canal'))
  expect(evidence.map(({ quote }) => quote)).toEqual(['The canal opened in 1914.'])
})

test('every quote is what stands at its place, never longer than can be read, never half a character', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 40 }), { maxLength: 80 }), (parts) => {
      const text = parts.join(' ')
      for (const { quote, start, end } of read(document(text), [], goalFor('canal')).evidence) {
        expect(text.slice(start, end)).toBe(quote)
        expect(quote.length).toBeLessThanOrEqual(700)
        expect(quote.isWellFormed()).toBe(true)
      }
    }),
  )
})

test('a text without a single stop or space is cut into quotable parts', () => {
  const text = '\u{1F600}'.repeat(2_000)
  const { evidence } = read(document(`canal ${text}`), [], goalFor('canal'))
  expect(evidence.length).toBeGreaterThan(0)
  for (const { quote } of evidence) expect(quote.isWellFormed()).toBe(true)
})
