import { expect, test } from 'vitest'
import type { Evidence } from '#evidence/ledger.ts'
import { terms } from '#language/terms.ts'
import type { SourceDocument } from '../types.ts'
import type { Judged } from './relevance.ts'
import { withoutPieces, withoutScattered } from './scattered.ts'

const asked = ['great', 'societi']

function judged(id: string, probability: number, ...covers: string[]): Judged {
  const document: SourceDocument = { id, url: `urn:${id}`, title: 'T', text: '', sourceType: 'other' }
  const quote = covers.join(' ')
  const evidence: Evidence[] = [
    {
      document,
      start: 0,
      end: 1,
      quote,
      covers: new Set(covers),
      terms: new Set(covers),
      worth: 1,
    },
  ]
  const signals = { question: 0, part: 0, lead: 0, link: 0, origin: 0, support: 0, residual: 0 }
  const candidate = { document, signals, score: 1, covers: new Set(covers), evidence, read: [], iteration: 1 }
  return { candidate, probability }
}

function kept(
  documents: readonly Judged[],
  weights: readonly string[],
  whole: readonly string[] = [],
  named: readonly string[] = [],
): string[] {
  const rules = {
    weights: new Map(weights.map((term) => [term, 1])),
    discounts: new Map<string, number>(),
    terms: (text: string) => terms(text),
    together: (text: string) => Number(whole.some((each) => text.includes(each))),
    sentences: 2,
    named: new Set(named),
  }
  return withoutScattered(documents, rules).map(({ candidate }) => candidate.document.id)
}

test('where one document holds the subject, those that hold its words in pieces are left out', () => {
  const whole = judged('whole', 0.2, 'great', 'societi')
  const pieces = judged('pieces', 0.3, 'societi', 'great')
  expect(kept([pieces, whole], asked, ['great societi'])).toEqual(['whole'])
  expect(kept([pieces, whole], asked)).toEqual(['pieces', 'whole'])
  expect(kept([pieces, whole], asked, ['great societi'], ['pieces'])).toEqual(['pieces', 'whole'])
  expect(kept([pieces, whole], asked, ['great societi'], ['pieces', 'whole'])).toEqual(['whole'])
})

test('what another document names is kept, although it holds the words of the subject in pieces', () => {
  const whole = judged('whole', 0.9, 'great', 'societi')
  const hop = judged('hop', 0.1, 'great')
  hop.candidate.signals.link = 0.8
  expect(kept([whole, hop], asked, ['great societi'])).toEqual(['whole', 'hop'])
  hop.candidate.signals.link = 0
  expect(kept([whole, hop], asked, ['great societi'])).toEqual(['whole'])
})

test('what others do not hold keeps a document, whatever else it lacks', () => {
  const long = ['great', 'societi', 'a', 'b', 'c', 'd', 'e', 'f']
  const best = judged('best', 0.9, 'a', 'b', 'c', 'd', 'e', 'f')
  const more = judged('more', 0.1, 'great')
  const less = judged('less', 0.1, 'a', 'b')
  expect(kept([best, more, less], long)).toEqual(['best', 'more'])
  expect(kept([best, { ...less, probability: 0.6 }], long)).toEqual(['best', 'less'])
  expect(kept([], long)).toEqual([])
})

test('beside a sentence that holds the subject, one of its document that holds it in pieces is left out, unless it adjoins', () => {
  const text = 'A great society. It grows. Some society is great. The great work.'
  const document: SourceDocument = { id: 'd', url: 'urn:d', title: 'T', text, sourceType: 'other' }
  const at = (quote: string, ...covers: string[]): Evidence => {
    const start = text.indexOf(quote)
    const end = start + quote.length
    return { document, start, end, quote, covers: new Set(covers), terms: new Set(), worth: 1 }
  }
  const rules = {
    weights: new Map(asked.map((term) => [term, 1])),
    discounts: new Map<string, number>(),
    terms: (each: string) => terms(each),
    together: (each: string) => Number(each.includes('great society')),
    sentences: 3,
    named: new Set<string>(),
  }
  const whole = at('A great society.', ...asked)
  const next = at('It grows.', 'societi')
  const pieces = at('The great work.', 'great')
  expect(withoutPieces([pieces, whole, next], rules)).toEqual([whole, next])
  expect(withoutPieces([pieces, next], rules)).toEqual([pieces, next])
  const long = { ...rules, weights: new Map('abcde'.split('').map((term) => [term, 1])) }
  expect(withoutPieces([pieces, whole], long)).toEqual([pieces, whole])
})
