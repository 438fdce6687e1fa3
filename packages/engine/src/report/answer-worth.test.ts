import { expect, test } from 'vitest'
import type { SubQuestion } from '#depth/sub-question.ts'
import { Subject } from '#depth/subject.ts'
import type { Evidence } from '#evidence/ledger.ts'
import { contentTerms } from '#language/terms.ts'
import { Origins } from '#question/origins.ts'
import { understand } from '#question/question.ts'
import { memoryLibrary } from '../../test/memory-library.ts'
import type { SourceDocument } from '../types.ts'
import { answerWorth } from './answer-worth.ts'

const SUB = {} as SubQuestion

/** Sentences as they rank by their worth for a question, each of a document of its own. */
function ranked(question: string, quotes: readonly string[], title = 'A paper') {
  const documents = quotes.map(
    (text, i): SourceDocument => ({ id: `d${i}`, url: `urn:${i}`, title, text, sourceType: 'text' }),
  )
  const library = memoryLibrary(documents)
  const understood = understand(question, { library, origins: new Origins(library.origins()) })
  const notes = documents.map((document) => {
    const quote = document.text.slice()
    const evidence = { document, start: 0, end: quote.length, quote, terms: contentTerms(quote, 'en'), score: 1 }
    return { evidence: evidence as unknown as Evidence, shows: '', sub: SUB }
  })
  const subject = new Subject(understood)
  const worth = answerWorth({ question: understood, subject, led: [], notes, others: [] })
  return notes.toSorted((a, b) => worth(b) - worth(a)).map(({ evidence }) => evidence.quote)
}

test('what does that for which the question asks comes before what only holds its words', () => {
  const reason = 'The harbour bridge was necessary for the trade of the town.'
  const other = 'The harbour bridge is painted in the red of the town.'
  expect(ranked('How did mayors justify the harbour bridge?', [other, reason])[0]).toBe(reason)
})

test('what holds all of the subject does it to that, however far off the word stands', () => {
  const filler = 'which was painted in the colours of the town by a man who came from far away, '
  const far = `The harbour bridge, ${filler}was necessary.`
  const other = `The harbour bridge, ${filler}was crossed.`
  expect(ranked('How did mayors justify the harbour bridge?', [other, far])[0]).toBe(far)
})

test('a sentence of other years than the question, or for readers of its page, comes last', () => {
  const own = 'The harbour cup was won by the town team in 1923 at home.'
  const before = 'The harbour cup was won by the town team in 1919 at home.'
  const advert = 'The harbour cup was won in 1923: see our full list of teams below.'
  expect(ranked('How did the harbour cup of 1923 end?', [before, advert, own])[0]).toBe(own)
})

test('what settled it in another year settles nothing', () => {
  const own = 'The town team was beaten in the harbour cup in 1923 by its guests.'
  const before = 'The town team won the harbour cup in 1919 from its guests.'
  expect(ranked('What happened at the harbour cup of 1923?', [before, own])[0]).toBe(own)
})

test('of a question for a person whoever most sources name in full comes first', () => {
  const full = 'The harbour bridge was designed by Mira Olsen of the town.'
  const quotes = [
    'The harbour bridge was paid for by Jon Vik of the town.',
    full,
    'Mira Olsen drew the harbour bridge.',
  ]
  expect(ranked('Who made the harbour bridge?', quotes)[0]).not.toBe(quotes[0])
})

test('words that stand side by side in the question count more side by side', () => {
  const both = 'The civil rights of the town are old.'
  const apart = 'The rights of the civil board of the town are old.'
  expect(ranked('Which civil rights does the town have?', [apart, both])[0]).toBe(both)
})

test('what writes all names of the question comes before what writes one', () => {
  const all = 'The harbour board has sued Olsen and Vik over the trams.'
  const one = 'The harbour board has sued Olsen over the slow trams.'
  expect(ranked('What happened between Olsen and Vik?', [one, all])[0]).toBe(all)
})
