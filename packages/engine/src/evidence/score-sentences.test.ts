import { expect, test } from 'vitest'
import { HEADS } from '#judge/heads.ts'
import { TermsOfText } from '#language/reader.ts'
import { contentTerms, terms } from '#language/terms.ts'
import { type Features, logOdds } from './head.ts'
import { type ReadSentence, SentenceReader } from './score-sentences.ts'

function featuresIn(question: string, sentences: readonly string[], title = 'Title'): Features[] {
  const weights = new Map([...contentTerms(question)].map((term) => [term, 1]))
  const reader = new SentenceReader(title, {
    weights,
    discounts: new Map(),
    bigrams: new Set(),
    parts: [],
    terms,
    termsOf: ({ text }) => new TermsOfText(text, 'en'),
    fits: () => 0,
  })
  const read: ReadSentence[] = []
  for (const sentence of sentences) {
    const before = read.at(-1)
    const found = reader.read(sentence, { start: 0, end: sentence.length }, terms(sentence, 'en'), before)
    if (before) before.after = found.asked
    read.push(found)
  }
  const featuresOf = reader.among(read)
  return read.map(featuresOf)
}

const worths = (question: string, sentences: readonly string[]) =>
  featuresIn(question, sentences).map((features) => logOdds(HEADS.lead, features))

const first = (question: string, ...sentences: string[]) => {
  const found = worths(question, sentences)
  return sentences[found.indexOf(Math.max(...found))]
}

test('a question and what has no end are told from a statement', () => {
  const sentences = ['Has the canal opened at last, then?', 'Canal opened', 'The canal opened at last then.']
  const [question, heading, statement] = featuresIn('canal opened', sentences)
  expect(question).toMatchObject({ question: 1, unfinished: 0 })
  expect(heading).toMatchObject({ question: 0, unfinished: 1 })
  expect(statement).toMatchObject({ question: 0, unfinished: 0 })
})

test('what stands around a sentence counts, but less than what it holds', () => {
  const [before, after] = featuresIn('canal engineer', ['The canal is old.', 'Its engineer was paid well.'], 'Canal')
  expect(before).toMatchObject({ terms: 0.5, title: 0 })
  expect(after).toMatchObject({ terms: 0.5, before: 0.5, title: 0.5 })
})

test('the term that few sentences of a document hold tells most', () => {
  const common = Array.from({ length: 8 }, (_, i) => `The canal has a lock of its own number ${i} there.`)
  expect(first('canal toll', ...common, 'A toll is paid by every ship that goes through there.')).toContain('toll')
})

test('a sentence after one that speaks of the question is worth more than one that stands alone', () => {
  const [, after = 0, , alone = 0] = worths('canal engineer', [
    'The canal had an engineer of the name of Olsen.',
    'She was paid well for a work of eight years.',
    'Bread is baked from flour and from water there.',
    'She was paid well for a work of eight years.',
  ])
  expect(after).toBeGreaterThan(alone)
})
