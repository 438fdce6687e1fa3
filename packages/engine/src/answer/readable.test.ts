import { expect, test } from 'vitest'
import { readMarkdown } from '#corpus/readers/markdown.ts'
import { documentOf, quoted } from '../../test/quoted.ts'
import { isReadable } from './readable.ts'

const document = { id: 'c', url: 'urn:c', title: 'Canal', text: '', sourceType: 'document' }
const readable = (...quotes: string[]) =>
  isReadable(
    quotes.map((quote) => ({
      document,
      quote,
      start: 0,
      end: quote.length,
      block: { start: 0, end: quote.length, kind: 'paragraph' as const, path: [] },
    })),
  )

test('what says of what it speaks is read by itself', () => {
  expect(readable('A lock is filled from the lake.')).toBe(true)
  expect(readable('After this period the lock is shut.')).toBe(false)
  expect(readable('The first of these locks is the oldest one of the canal.')).toBe(false)
  expect(readable('It is filled from the lake.')).toBe(false)
  expect(readable('A lock', 'Another one is filled from the river.')).toBe(true)
})

test('a label, and what somebody says in praise, tell nothing', () => {
  expect(readable('Locks and lakes')).toBe(false)
  expect(readable('Type: `number`')).toBe(false)
  expect(readable('Default: `5`, which is the number of locks.')).toBe(true)
  expect(readable('“The finest canal that I have ever seen.”')).toBe(false)
})

test('an item that is the rest of the sentence above its list is not read by itself', () => {
  const source = documentOf(
    'Canal',
    readMarkdown('The key has to\n\n- with version 2 or later, be a long one.\n- A lock is shut.'),
  )
  const said = (words: string) => [quoted(source, words)]
  expect(isReadable(said('with version 2 or later, be a long one.'))).toBe(false)
  expect(isReadable(said('A lock is shut.'))).toBe(true)
})
