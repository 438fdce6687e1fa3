import { expect, test } from 'vitest'
import { HEADS } from '#judge/fitted-heads.ts'
import { TermsOfText } from '#language/reader.ts'
import { contentTerms, terms } from '#language/terms.ts'
import { weigh } from './head.ts'
import { type ReadSentence, SentenceReader } from './score-sentences.ts'

function worths(question: string, sentences: readonly string[], title = 'Title'): number[] {
  const weights = new Map([...contentTerms(question)].map((term) => [term, 1]))
  const reader = new SentenceReader(title, {
    weights,
    ofOrigins: new Set<string>(),
    bigrams: new Set(),
    terms,
    termsOf: ({ text }) => new TermsOfText(text, 'en'),
    fits: () => 0,
  })
  const read: ReadSentence[] = []
  for (const sentence of sentences) {
    const before = read.at(-1)
    const found = reader.read(sentence, terms(sentence, 'en'), {
      start: 0,
      end: sentence.length,
      block: undefined,
      before,
    })
    if (before) before.after = found.asked
    read.push(found)
  }
  return read.map(reader.among(read)).map((features) => weigh(HEADS.sentence, features))
}

const first = (question: string, ...sentences: string[]) => {
  const found = worths(question, sentences)
  return sentences[found.indexOf(Math.max(...found))]
}

test('a statement is worth more than the question that it answers', () => {
  expect(first('canal opened', 'Has the canal opened at last, then?', 'The canal opened at last then.')).toBe(
    'The canal opened at last then.',
  )
})

test('a heading is worth less than a sentence of the same terms', () => {
  expect(first('canal opened', 'Canal opened', 'By then the canal had opened to ships.')).toContain('By then')
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
