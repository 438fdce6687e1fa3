import { expect, test } from 'vitest'
import { documentBy, memoryLibrary } from '../../test/memory-library.ts'
import { documentsOf, Origins } from './origins.ts'

const documents = [
  documentBy('h1', 'Helen Marsh', 1901, 'The canal was dug by night, and the canal was paid for.'),
  documentBy('h2', 'Helen Marsh', 1905, 'Our forests are old.'),
  documentBy('p1', 'Peter Marsh', 1941, 'Radio is new, and our forests are old.'),
  documentBy('t1', 'Ann Tell', 1941, 'The canal is deep.'),
]
const library = memoryLibrary(documents)
const origins = new Origins(library.origins())
const asked = (question: string) => {
  const named = origins.namedIn(question)
  return { names: Object.fromEntries(named.names), documents: [...documentsOf(named)].sort() }
}

test('a name that several have means each of them', () => {
  expect(asked('What did Marsh say about forests?').names).toEqual({ Marsh: ['h1', 'h2', 'p1'] })
})

test('a surname of two words is a name without the given one', () => {
  const people = new Origins(memoryLibrary([documentBy('v1', 'Otto Van Holt', 1901, 'Dig.')]).origins())
  expect(Object.fromEntries(people.namedIn('Why did Van Holt dig?').names)).toEqual({ 'Van Holt': ['v1'] })
  expect(Object.fromEntries(people.namedIn('Why did Ann Holt dig?').names)).toEqual({})
})

test('a given name decides whom of them, and so does a year', () => {
  expect(asked('What did Peter Marsh say about the canal?').names).toEqual({ 'Peter Marsh': ['p1'] })
  expect(asked('What did H. Marsh say about radio?').names).toEqual({ 'H. Marsh': ['h1', 'h2'] })
  expect(asked('What did Marsh say about the canal in 1941?').documents).toEqual(['p1'])
})

test('whom and when together are the documents of both', () => {
  expect(asked('What did Helen Marsh say in 1905?').documents).toEqual(['h2'])
  expect(asked('What did Helen Marsh say in 1941?').documents).toEqual(['h1', 'h2'])
  expect(asked('What was said in 1941?').documents).toEqual(['p1', 't1'])
  expect(asked('What was said of the canal of 1941?').documents).toEqual([])
})
