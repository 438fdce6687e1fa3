import { expect, test } from 'vitest'
import type { Library, PassageHit } from '../types.ts'
import { retrieve } from './retrieve.ts'

/** A library in which each document has 30 passages that hold a term, those of the first document the best. */
function libraryOf(documents: number): Library {
  const hits = Array.from({ length: documents }, (_, at) => at).flatMap((at) =>
    Array.from({ length: 30 }, (_, i): PassageHit => {
      return { documentId: `d${at}`, start: i, end: i + 1, score: documents - at - i / 100 }
    }),
  )
  return {
    documentCount: documents,
    passageCount: 1_000,
    documentFrequency: () => hits.length,
    document: () => {
      throw new Error('no document is read')
    },
    titles: () => [],
    origins: () => [],
    search: () => hits,
  }
}

const found = (documents: number, purpose: 'question' | 'expansion' = 'question') =>
  retrieve({ text: 'canal', terms: ['canal'], purpose, weight: 1 }, libraryOf(documents)).map(
    ({ passages }) => passages.length,
  )

test('more is read of the best documents, and of each where there are few', () => {
  expect(found(6)).toEqual([16, 8, 8, 4, 4, 4])
  expect(found(1)).toEqual([24])
  expect(found(2)).toEqual([16, 12])
})

test('of what an expansion finds less is read', () => {
  expect(found(2, 'expansion')).toEqual([4, 4])
})
