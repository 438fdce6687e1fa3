import { expect, test } from 'vitest'
import { logOdds } from '#evidence/head.ts'
import type { Candidate, Evidence } from '#evidence/ledger.ts'
import { terms } from '#language/terms.ts'
import { type Asked, answeredFeatures, isAnswered } from './answered.ts'
import { HEADS } from './heads.ts'
import type { Judged } from './relevance.ts'

const UNSEEN = 8
const weights = (given: Record<string, number>) => new Map(Object.entries(given))

function asked(text: string, given: Record<string, number>, more: Partial<Asked> = {}): Asked {
  const phrases = more.question?.phrases ?? []
  return {
    question: { text, kind: 'topic', terms: Object.keys(given), phrases },
    weights: weights(given),
    unseen: UNSEEN,
    named: new Set(),
    origins: new Set(),
    support: 0.75,
    goal: { terms },
    mayAnswer: () => true,
    ...more,
  }
}

function cited(given: Asked, sentences: readonly string[], { title = 'Notes', probability = 0.5 } = {}): Judged[] {
  const document = { id: 'd', url: 'urn:d', title, text: sentences.join(' '), sourceType: 'other' }
  let start = 0
  const evidence = sentences.map((quote): Evidence => {
    const own = new Set(terms(quote).flatMap(({ term, stop }) => (stop ? [] : [term])))
    const covers = new Set([...own].filter((term) => given.weights.has(term)))
    const place = { document, start, end: start + quote.length, quote }
    start += quote.length + 1
    return { ...place, covers, terms: own, share: 1, worth: 1 }
  })
  const signals = { question: 1, part: 0, lead: 0, origin: 0, support: given.support, residual: 0, link: 0 }
  const candidate: Candidate = { document, signals, score: 1, covers: new Set(), evidence, read: [], iteration: 1 }
  return [{ candidate, probability }]
}

const bridge = { harbour: 6, bridg: 5, open: 2 }

/** How likely it is that a question is answered, as log-odds of the sentence that speaks best for it. */
function odds(question: Asked, evidence: readonly Judged[]): number {
  return Math.max(...answeredFeatures(question, evidence).map((features) => logOdds(HEADS.answered, features)))
}

test('answered where a sentence speaks of what is asked, not where the words are strewn', () => {
  const question = asked('when did the harbour bridge open', bridge)
  const whole = odds(question, cited(question, ['The harbour bridge opened in May.']))
  expect(whole).toBeGreaterThan(0)
  const strewn = ['The harbour is old.', 'Nobody knows why.', 'A bridge is long.', 'Nobody asks.', 'Shops open early.']
  expect(odds(question, cited(question, strewn))).toBeLessThan(whole)
})

test('the sentence before it and the title say what a sentence is about', () => {
  const question = asked('when did the harbour bridge open', bridge)
  const alone = odds(question, cited(question, ['It opened in May.']))
  expect(odds(question, cited(question, ['It opened in May.'], { title: 'Harbour bridge' }))).toBeGreaterThan(alone)
  const twice = ['The harbour bridge is made of steel.', 'It opened in May.']
  expect(odds(question, cited(question, twice))).toBeGreaterThan(alone)
})

test('a name of the question must stand as a name', () => {
  const given = { war: 3, peac: 3, wrote: 4 }
  const question = {
    text: 'Who wrote War and Peace?',
    kind: 'person',
    terms: Object.keys(given),
    phrases: ['war and peac'],
  }
  const book = asked(question.text, given, { question })
  const named = odds(book, cited(book, ['In 1869 Leo Tolstoy wrote War and Peace.']))
  expect(odds(book, cited(book, ['We wrote of war, and later of peace, all year.']))).toBeLessThan(named)
})

test('a word that the question writes as a name is one in the sentence too', () => {
  const question = asked('what happened to the Bridge', { bridg: 5 })
  const named = odds(question, cited(question, ['Then the Bridge fell.']))
  expect(odds(question, cited(question, ['Then the bridge fell.']))).toBeLessThan(named)
})

test('what could not hold the answer is held to more, and so is a document that is hardly needed', () => {
  const question = asked('how long is the harbour bridge', { long: 2, harbour: 6, bridg: 5 })
  const evidence = cited(question, ['The harbour bridge is old.'])
  expect(odds({ ...question, mayAnswer: () => false }, evidence)).toBeLessThan(odds(question, evidence))
  const unlikely = cited(question, ['The harbour bridge is old.'], { probability: 0.01 })
  expect(odds(question, unlikely)).toBeLessThan(odds(question, evidence))
})

test('the two words of a subject stand side by side, or far apart', () => {
  const question = asked('black hole', { black: 4, hole: 5 })
  const [near] = answeredFeatures(question, cited(question, ['A black hole bends the light.']))
  const strewn = ['Of all the black shirts that she washed on that day only one had a hole.']
  const [far] = answeredFeatures(question, cited(question, strewn))
  expect(near?.['apart']).toBe(0)
  expect(far?.['apart']).toBeGreaterThan(0.5)
})

test('where nothing is cited nothing is answered', () => {
  expect(isAnswered(asked('harbour bridge', bridge, { support: 1.5 }), [], HEADS)).toBe(false)
})
