import { expect, test } from 'vitest'
import type { CollectedNote } from './collected-notes.ts'
import { firstOfOthers } from './quoted-sentence.ts'

const noteOf = (id: string, quote: string) => ({ evidence: { document: { id }, quote } }) as CollectedNote

test('of each source that is not cited, its most telling note', () => {
  const notes = [noteOf('a', 'one'), noteOf('b', 'two'), noteOf('b', 'three'), noteOf('c', 'four')]
  expect(firstOfOthers(notes, new Set(['a'])).map(({ evidence }) => evidence.quote)).toEqual(['two', 'four'])
  expect(firstOfOthers(notes, new Set(['a', 'b', 'c']))).toEqual([])
})
