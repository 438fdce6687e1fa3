import { expect, test } from 'vitest'
import type { Evidence } from '#evidence/ledger.ts'
import type { Judged } from '#judge/relevance.ts'
import { Origins } from '#question/origins.ts'
import { understand } from '#question/question.ts'
import { memoryLibrary } from '../../test/memory-library.ts'
import { likenessFeatures } from './lead-likeness.ts'

const QUESTION = 'How are the mooring ropes of a ferry authenticated?'

/** Sentences of a document, each with the headings above it and the terms of the question that it covers. */
function evidenceOf(sentences: readonly { quote: string; path: string[]; covers?: string[] }[]): Evidence[] {
  const text = sentences.map(({ quote }) => quote).join('\n')
  const document = { id: 'a', url: 'urn:a', title: 'Harbour', text, sourceType: 'document' as const }
  let start = 0
  return sentences.map(({ quote, path, covers = [] }) => {
    const span = { start, end: start + quote.length }
    start = span.end + 1
    const block = { ...span, kind: 'paragraph' as const, path }
    return { ...span, document, block, quote, covers: new Set(covers), terms: new Set<string>(), score: 0, worth: 0 }
  })
}

function measure(sentences: Parameters<typeof evidenceOf>[0], at = 0) {
  const evidence = evidenceOf(sentences)
  const question = understand(QUESTION, { library: memoryLibrary([]), origins: new Origins([]) })
  const cited = [{ candidate: { evidence } }] as unknown as readonly Judged[]
  const own = evidence[at] as Evidence
  return likenessFeatures(question, cited)(own, [own])
}

test('words of the same family are alike, others are not', () => {
  const alike = (quote: string) => measure([{ quote, path: [] }])['alike'] ?? Number.NaN
  expect(alike('Auth of mooring.')).toBeGreaterThan(alike('Price of mooring.'))
  expect(alike('Zzz qqq.')).toBe(0)
  expect(alike('Mooring rope ferry authenticated.')).toBeCloseTo(1, 1)
})

test('what stands behind the part that is read first makes nothing alike', () => {
  const far = `${'Zzz qqq. '.repeat(40)}Mooring ropes of a ferry.`
  expect(measure([{ quote: far, path: [] }])).toMatchObject({ alike: 0 })
})

test('a section tells what its sentences hold together, with its headings, and nothing of another section', () => {
  const question = understand(QUESTION, { library: memoryLibrary([]), origins: new Origins([]) })
  const [one = '', other = ''] = question.terms
  const first = { quote: 'One.', path: ['Quay'], covers: [one] }
  const section = (path: string[]) =>
    measure([first, { quote: 'Two.', path, covers: [other] }])['section'] ?? Number.NaN
  expect(section(['Quay'])).toBeGreaterThan(section(['Pier']))
  expect(section(['Pier'])).toBeGreaterThan(0)
  expect(measure([{ quote: 'One.', path: ['Ferry'] }])['section']).toBeGreaterThan(0)
})
