import { expect, test } from 'vitest'
import { documentBy, memoryLibrary } from '../../test/memory-library.ts'
import { Origins } from './origins.ts'
import { understand } from './question.ts'

const library = memoryLibrary([
  documentBy('h1', 'Helen Marsh', 1901, 'The canal was dug by night, and the canal was paid for.'),
  documentBy('h2', 'Helen Marsh', 1905, 'Our forests are old.'),
  documentBy('p1', 'Peter Marsh', 1941, 'Radio is new, and our forests are old.'),
  documentBy('t1', 'Ann Tell', 1941, 'The canal is deep.'),
])
const origins = new Origins(library.origins())
const asked = (question: string) => understand(question, { library, origins })
const names = (question: string) => Object.fromEntries(asked(question).origins.names)

test('of two who have a name the one is meant whose documents hold the subject', () => {
  expect(names('What did Marsh say about the canal?')).toEqual({ Marsh: ['h1', 'h2'] })
  expect(names('What did Marsh say about radio?')).toEqual({ Marsh: ['p1'] })
})

test('both are meant, each by the full name, where both speak of it', () => {
  expect(names('What did Marsh say about forests?')).toEqual({ 'Helen Marsh': ['h1', 'h2'], 'Peter Marsh': ['p1'] })
  expect(
    asked('What did Marsh say about forests?')
      .compared.map(({ name }) => name)
      .sort(),
  ).toEqual(['Helen Marsh', 'Peter Marsh'])
})

test('a given name decides, whatever the subject, and so does a year', () => {
  expect(names('What did Peter Marsh say about the canal?')).toEqual({ 'Peter Marsh': ['p1'] })
  expect(names('What did Marsh say about the canal in 1941?')).toEqual({ Marsh: ['p1'] })
})

test('a part of the question means whom the whole means', () => {
  const { parts } = asked(
    'What did Marsh say about the canal that was dug by night, and about the old forests of Marsh?',
  )
  expect(parts.length).toBeGreaterThan(1)
  for (const { text, origins } of parts.filter(({ text }) => text.includes('Marsh')))
    expect([text, origins.names.get('Marsh')]).toEqual([text, ['h1', 'h2']])
})
