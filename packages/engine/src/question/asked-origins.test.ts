import { expect, test } from 'vitest'
import { memoryLibrary } from '../../test/memory-library.ts'
import type { SourceDocument } from '../types.ts'
import { documentsOf, originsAsked } from './asked-origins.ts'
import { Origins } from './origins.ts'
import { parseQuestion } from './parse-question.ts'

const document = (id: string, author: string, year: number, text: string): SourceDocument => ({
  id,
  url: `urn:${id}`,
  title: id,
  text,
  sourceType: 'text',
  authors: [author],
  year,
})

const documents = [
  document('h1', 'Helen Marsh', 1901, 'The canal was dug by night, and the canal was paid for.'),
  document('h2', 'Helen Marsh', 1905, 'Our forests are old.'),
  document('p1', 'Peter Marsh', 1941, 'Radio is new, and our forests are old.'),
  document('t1', 'Ann Tell', 1941, 'The canal is deep.'),
]
const library = memoryLibrary(documents)
const origins = new Origins(library.origins())
const asked = (question: string) => {
  const of = originsAsked(parseQuestion(question), origins, library)
  return { of, names: Object.fromEntries(of(question).names), documents: [...documentsOf(of(question))].sort() }
}

test('of two who bear a name the one is meant whose documents hold the subject', () => {
  expect(asked('What did Marsh say about the canal?').names).toEqual({ Marsh: ['h1', 'h2'] })
  expect(asked('What did Marsh say about radio?').names).toEqual({ Marsh: ['p1'] })
})

test('both are meant, each by the full name, where both speak of it, or the question says so', () => {
  expect(asked('What did Marsh say about forests?').documents).toEqual(['h1', 'h2', 'p1'])
  expect(Object.keys(asked('What did Marsh say about forests?').names).sort()).toEqual(['Helen Marsh', 'Peter Marsh'])
  expect(Object.keys(asked('What did the Marshes say about radio?').names).sort()).toEqual([
    'Helen Marsh',
    'Peter Marsh',
  ])
})

test('a first name decides, whatever the subject, and so does a year', () => {
  expect(asked('What did Peter Marsh say about the canal?').names).toEqual({ 'Peter Marsh': ['p1'] })
  expect(asked('What did H. Marsh say about radio?').names).toEqual({ 'H. Marsh': ['h1', 'h2'] })
  expect(asked('What did Marsh say about the canal in 1941?').names).toEqual({ Marsh: ['p1'] })
})

test('a part of the question means whom the whole means', () => {
  const { of } = asked('What did Marsh say about the canal?')
  expect(Object.fromEntries(of('Marsh').names)).toEqual({ Marsh: ['h1', 'h2'] })
})

test('whom and when together are the documents of both', () => {
  expect(asked('What did Helen Marsh say in 1905?').documents).toEqual(['h2'])
  expect(asked('What did Helen Marsh say in 1941?').documents).toEqual(['h1', 'h2'])
  expect(asked('What was said in 1941?').documents).toEqual(['p1', 't1'])
  expect(asked('What was said of the canal of 1941?').documents).toEqual([])
})
