import { expect, test } from 'vitest'
import type { Candidate, Evidence } from '#evidence/ledger.ts'
import { terms } from '#language/terms.ts'
import { parseQuestion } from '#question/parse-question.ts'
import { type Asked, type AskedRun, answeredFeatures, isAnswered } from './answered.ts'
import { HEADS } from './fitted-heads.ts'
import type { Judged } from './relevance.ts'

const UNSEEN = 8
const weights = (given: Record<string, number>) => new Map(Object.entries(given))

function asked(text: string, given: Record<string, number>, support = 0.75, more: Partial<Asked> = {}): AskedRun {
  const question: Asked = {
    ...parseQuestion(text),
    kind: 'open',
    terms: Object.keys(given),
    weights: weights(given),
    unseen: UNSEEN,
    named: new Set(),
    ofSources: new Set(),
    goal: { terms },
    needs: { mayHold: () => true },
    ...more,
  }
  return { question, support, heads: HEADS }
}

function cited(
  { question, support }: AskedRun,
  sentences: readonly string[],
  { title = 'Notes', probability = 0.5 } = {},
): Judged[] {
  const document = { id: 'd', url: 'urn:d', title, text: sentences.join(' '), sourceType: 'other' }
  let start = 0
  const evidence = sentences.map((quote): Evidence => {
    const own = new Set(terms(quote).flatMap(({ term, stop }) => (stop ? [] : [term])))
    const covers = new Set([...own].filter((term) => question.weights.has(term)))
    const place = { document, start, end: start + quote.length, quote }
    start += quote.length + 1
    return { ...place, covers, terms: own, score: 1, worth: 1 }
  })
  const signals = { question: 1, part: 0, expansion: 0, origin: 0, support, residual: 0, link: 0, near: 0 }
  const candidate: Candidate = {
    document,
    signals,
    score: 1,
    covers: new Set(),
    evidence,
    read: [],
    hits: [],
    iteration: 1,
  }
  return [{ candidate, probability }]
}

const bridge = { harbor: 6, bridg: 5, open: 2 }

test('answered where a sentence speaks of what is asked, not where the words are strewn', () => {
  const question = asked('when did the harbour bridge open', bridge, 0.5)
  expect(isAnswered(question, cited(question, ['The harbour bridge opened in May.']))).toBe(true)
  const strewn = ['The harbour is old.', 'Nobody knows why.', 'A bridge is long.', 'Nobody asks.', 'Shops open early.']
  expect(isAnswered(question, cited(question, strewn))).toBe(false)
})

test('the sentence before it and the title say what a sentence is about', () => {
  const question = asked('when did the harbour bridge open', bridge, 0.65)
  expect(isAnswered(question, cited(question, ['It opened in May.']))).toBe(false)
  expect(isAnswered(question, cited(question, ['It opened in May.'], { title: 'Harbour bridge' }))).toBe(true)
  const twice = ['The harbour bridge is made of steel.', 'It opened in May.']
  expect(isAnswered(question, cited(question, twice))).toBe(true)
})

test('a word that the question writes as a name is one in the sentence too', () => {
  const question = asked('what happened to the Bridge', { bridg: 5 }, 0.5)
  expect(isAnswered(question, cited(question, ['Then the Bridge fell.']))).toBe(true)
  expect(isAnswered(question, cited(question, ['Then the bridge fell.']))).toBe(false)
})

test('what could not hold the answer, or is of another source than the one named, is held to more', () => {
  const question = asked('how long is the harbour bridge', { long: 2, harbor: 6, bridg: 5 }, 0.45)
  const evidence = cited(question, ['The harbour bridge is old.'])
  expect(isAnswered(question, evidence)).toBe(true)
  const but = (more: Partial<Asked>) => ({ ...question, question: { ...question.question, ...more } })
  expect(isAnswered(but({ needs: { mayHold: () => false } }), evidence)).toBe(false)
  expect(isAnswered(but({ named: new Set(['other']) }), evidence)).toBe(false)
})

test('the two words of a subject must stand side by side', () => {
  const question = asked('black hole', { black: 4, hole: 5 }, 0.6)
  expect(isAnswered(question, cited(question, ['A black hole bends the light.']))).toBe(true)
  const far = ['Of all the black shirts that she washed on that day only one had a hole.']
  expect(isAnswered(question, cited(question, far))).toBe(false)
})

test('a sentence of nothing but words of the question could not hold the answer', () => {
  const question = asked('when did the harbour bridge open', bridge)
  const unfit = (sentence: string) => answeredFeatures(question, cited(question, [sentence]))[0]?.['unfit']
  expect(unfit('The harbour bridge opened in May.')).toBe(0)
  expect(unfit('The harbour bridge opened.')).toBe(1)
})

test('in a manual, what stands beside a sentence in its block may hold the answer', () => {
  const needs = { mayHold: (text: string) => /\d/.test(text) }
  const question = asked('how long is the harbour bridge', bridge, 0.75, { needs })
  const [only] = cited(question, ['Default: 30.', 'The harbour bridge is as long.'])
  const unfit = (path: readonly string[]) => {
    if (only === undefined) return []
    const evidence = only.candidate.evidence.map((each) => {
      return { ...each, block: { start: 0, end: 43, kind: 'paragraph' as const, path } }
    })
    const found = [{ ...only, candidate: { ...only.candidate, evidence } }]
    return answeredFeatures(question, found).map((features) => features['unfit'])
  }
  expect(unfit(['bridge_length'])).toEqual([0])
  expect(unfit([])).toEqual([1])
})

test('in a small collection, where words are rare by accident, less is enough; a long sentence holds much by chance', () => {
  const large = asked('when did the harbour bridge open', { harbor: 4.5, bridg: 4, open: 1.5 }, 0.4, { unseen: 9.9 })
  const small = asked('when did the harbour bridge open', { harbor: 2.2, bridg: 2, open: 0.7 }, 0.4, { unseen: 4.8 })
  const sentence = ['The harbour bridge is grey.']
  expect(isAnswered(large, cited(large, sentence))).toBe(false)
  expect(isAnswered(small, cited(small, sentence))).toBe(true)
  const long = [`${sentence[0]?.slice(0, -1)} and ${'one and another thing is grey and '.repeat(8)}so on.`]
  expect(isAnswered(small, cited(small, long))).toBe(false)
})

test('what names in other documents led to does not answer for what the question found', () => {
  const question = asked('when did the harbour bridge open', bridge, 0.5)
  const found = cited(question, ['Ships wait at the bridge.'])
  const led = cited(question, ['The harbour bridge opened in May.']).map(({ candidate, ...said }) => ({
    ...said,
    candidate: { ...candidate, signals: { ...candidate.signals, question: 0, expansion: 1 } },
  }))
  expect(isAnswered(question, led)).toBe(true)
  expect(isAnswered(question, [...found, ...led])).toBe(false)
})

test('where nothing is cited nothing is answered', () => {
  expect(isAnswered(asked('harbour bridge', bridge, 1.5), [])).toBe(false)
})
