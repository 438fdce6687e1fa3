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
    kind: 'topic',
    terms: Object.keys(given),
    weights: weights(given),
    unseen: UNSEEN,
    named: new Set(),
    ofSources: new Set(),
    namesUnknownSource: false,
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

test('a name of the question must stand as a name', () => {
  const given = { war: 3, peac: 3, wrote: 4 }
  const book = asked('Who wrote War and Peace?', given, 0.75, { kind: 'person' })
  expect(isAnswered(book, cited(book, ['In 1869 Leo Tolstoy wrote War and Peace.']))).toBe(true)
  expect(isAnswered(book, cited(book, ['We wrote of war, and later of peace.']))).toBe(false)
})

test('what looks like one name may be two that something joins', () => {
  const question = asked('How do I exempt clients from Milters in Postfix?', {
    exempt: 6,
    client: 2,
    milter: 4,
    postfix: 1,
  })
  const missing = (...sentences: string[]) =>
    answeredFeatures(question, cited(question, sentences))[0]?.['phrasesMissing']
  expect(missing('Milters of clients are skipped.', 'Postfix asks them.')).toBe(0)
  expect(missing('Milters in Postfix are asked.')).toBe(0)
  expect(missing('Milters of clients are skipped.')).toBe(1)
})

test('a number behind a name is of the name, and ".js" is none', () => {
  const missing = (text: string, given: Record<string, number>, sentence: string) => {
    const question = asked(text, given)
    return answeredFeatures(question, cited(question, [sentence]))[0]?.['phrasesMissing']
  }
  const lock = { http: 2, '3': 4, lock: 1 }
  expect(missing('How do I enable HTTP/3 in the lock?', lock, 'The lock has 3 gates and HTTP.')).toBe(1)
  expect(missing('How do I enable HTTP/3 in the lock?', lock, 'The lock has HTTP/3.')).toBe(0)
  const product = { lock: 1, js: 1, gate: 2 }
  const ofSources = { ofSources: new Set(['lock']) }
  const question = asked('What is a gate in Lock.js?', product, 1, ofSources)
  expect(answeredFeatures(question, cited(question, ['A gate shuts.']))[0]?.['phrasesMissing']).toBe(0)
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

test('what a source said that is not searched is less likely answered', () => {
  const given = { lighthouse: 5, keeper: 5 }
  const [known, unknown] = [false, true].map((namesUnknownSource) => {
    const run = asked('What does a Herald article say of lighthouse keepers?', given, 1, { namesUnknownSource })
    return isAnswered(run, cited(run, ['The keeper of the lighthouse is paid well.']))
  })
  expect({ known, unknown }).toEqual({ known: true, unknown: false })
})

test('a thing whose two words stand nowhere together is less likely told of', () => {
  const run = asked('How do I charter a floating crane?', { charter: 3, float: 3, crane: 4 }, 0.9)
  expect(isAnswered(run, cited(run, ['To charter a floating crane, call the harbour.']))).toBe(true)
  const apart = 'To charter a crane that carries what ships and boats brought, or what is floating, call the harbour.'
  expect(isAnswered(run, cited(run, [apart]))).toBe(false)
})

test('a way that speaks of little of the question is less likely the one asked for', () => {
  const given = { rope: 3, weld: 5, titanium: 5, hull: 3 }
  const unspoken = (kind: Asked['kind'], covers: readonly string[]) => {
    const run = asked('How do I weld a titanium hull with a rope?', given, 1, { kind })
    const found = cited(run, ['The rope holds.']).map(({ candidate, probability }) => {
      return { candidate: { ...candidate, covers: new Set(covers) }, probability }
    })
    return answeredFeatures(run, found)[0]?.['unspoken']
  }
  expect(unspoken('how', ['rope'])).toBeCloseTo(0.625)
  expect(unspoken('how', ['rope', 'weld'])).toBe(0)
  expect(unspoken('open', ['rope'])).toBe(0)
})

test('what others speak of is not spoken of where a source is named', () => {
  const run = asked('How do I weld a titanium hull?', { weld: 5, titanium: 5, hull: 3 }, 1, {
    kind: 'how',
    named: new Set(['d']),
  })
  const covering = (id: string, ...covers: string[]) =>
    cited(run, ['The rope holds.']).map(({ candidate, probability }) => {
      const document = { ...candidate.document, id }
      return { candidate: { ...candidate, document, covers: new Set(covers) }, probability }
    })
  const unspoken = (found: Judged[]) => answeredFeatures(run, found)[0]?.['unspoken']
  const other = covering('other', 'weld', 'titanium')
  expect(unspoken([...covering('d', 'hull'), ...other])).toBeCloseTo(7 / 13)
  expect(unspoken(other)).toBe(0)
})

test('a way with what is named and stands nowhere in the library is less likely told of, which a unit is not', () => {
  const given = { crane: 5, load: 4, olsen: UNSEEN, mb: UNSEEN }
  const nowhere = (name: string, kind: Asked['kind'] = 'how') => {
    const more = { kind, capitalised: [name], words: new Map([[name, name]]) }
    const run = asked('How does the crane load Olsen or MB?', given, 1, more)
    return answeredFeatures(run, cited(run, ['The crane loads ships.'])).map(({ nameNowhere }) => nameNowhere)
  }
  expect(nowhere('olsen')).toEqual([1])
  expect(nowhere('olsen', 'open')).toEqual([0])
  expect(nowhere('mb')).toEqual([0])
})

test('a thing that an everyday word describes has no name of two words', () => {
  const missing = (text: string, given: Record<string, number>) => {
    const question = asked(text, given, 0.75, { kind: 'how' })
    return answeredFeatures(question, cited(question, ['A folder is copied whole.', 'Gates are lifted.']))[0]?.[
      'objectMissing'
    ]
  }
  expect(missing('How do I copy a whole folder?', { copi: 3, whole: 3, folder: 3 })).toBe(0)
  expect(missing('How do I lift a lock gate?', { lift: 3, lock: 3, gate: 3 })).toBe(1)
})
