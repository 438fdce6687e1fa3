import { expect, test } from 'vitest'
import type { CollectedNote } from './collected-notes.ts'
import { firstOfOthers } from './quoted-sentence.ts'

const noteOf = (id: string, quote: string, more: Partial<CollectedNote> = {}) =>
  ({ evidence: { document: { id }, quote }, ...more }) as CollectedNote

test('of each source that is not cited, its most telling note', () => {
  const notes = [noteOf('a', 'one'), noteOf('b', 'two'), noteOf('b', 'three'), noteOf('c', 'four')]
  expect(firstOfOthers(notes, new Set(['a'])).map(({ evidence }) => evidence.quote)).toEqual(['two', 'four'])
  expect(firstOfOthers(notes, new Set(['a', 'b', 'c']))).toEqual([])
})

test('what only the word of a model lets in is not quoted', () => {
  const notes = [
    noteOf('a', 'one', { onModelsWord: true }),
    noteOf('a', 'two'),
    noteOf('b', 'three', { onModelsWord: true }),
  ]
  expect(firstOfOthers(notes, new Set()).map(({ evidence }) => evidence.quote)).toEqual(['two'])
})
