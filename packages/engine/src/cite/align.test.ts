import { expect, test } from 'vitest'
import type { SourceDocument } from '../types.ts'
import { alignments } from './align.ts'
import { read } from './reading.ts'
import { type Side, sideOf } from './sides.ts'

const side = (text: string): Side => {
  const document: SourceDocument = { id: 'd', url: 'urn:d', title: '', text, sourceType: 'other' }
  return sideOf(read(text), document)
}

/** The words of a source that the words of a claim are held against first. */
function held(claim: string, source: string): string | undefined {
  const theirs = side(source)
  const [path] = alignments(side(claim), theirs)
  return path?.map((at) => `${theirs.content[at]?.raw}@${theirs.content[at]?.start}`).join(' ')
}

test.each([
  ['The canal opened.', 'The canal opened to ships.', 'canal@4 opened@10'],
  // Of two places of a word the one with less left out between.
  ['canal opened', 'The canal was dug and the canal opened.', 'canal@26 opened@32'],
  ['canal opened ships', 'The canal opened, and later ships and ships came.', 'canal@4 opened@10 ships@28'],
])('"%s" is held against the nearest words of "%s"', (claim, source, words) => {
  expect(held(claim, source)).toBe(words)
})

test('a claim with a word that its source lacks, or one more often, is not held against it', () => {
  expect(held('The canal closed.', 'The canal opened to ships.')).toBeUndefined()
  expect(held('canal canal opened', 'The canal opened to ships.')).toBeUndefined()
})
