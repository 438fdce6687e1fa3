import { expect, test } from 'vitest'
import type { SourceDocument } from '../types.ts'
import { SourceMarks } from './source-marks.ts'

const of = (about: Partial<SourceDocument>): SourceDocument => {
  const id = JSON.stringify(about)
  return { id, url: `urn:${id}`, title: 'Annual report', text: 'x'.repeat(99), sourceType: 'text', ...about }
}
const ADA = of({ authors: ['Ada Larkholm'], year: 1850 })
const BEN = of({ authors: ['Ben Vester', 'Cy Nes'], year: 1898 })
const says = (text: string, ...documents: SourceDocument[]) =>
  documents.map((document) => ({ kind: 'claim', text, document, start: 0, end: 9, answers: true }) as const)

test('where the sentences of a paragraph are of different people, each stretch tells whose it is, and when', () => {
  const marks = new SourceMarks([ADA, BEN])
  expect(marks.before(says('The canal was dug.', ADA))).toBe('')
  expect(marks.before(says('It has locks.', ADA))).toBe('')
  expect(marks.before(says('Trams came.', BEN))).toBe(' (Ada Larkholm, 1850)')
  expect(marks.end()).toBe(' (Ben Vester and others, 1898)')
  expect(marks.end()).toBe('')
})

test('a paragraph of one source tells it at its end, and nothing where all is of one source', () => {
  const marks = new SourceMarks([ADA, BEN])
  marks.before(says('The canal was dug.', ADA))
  expect(marks.end()).toBe(' (Ada Larkholm, 1850)')
  const alone = new SourceMarks([ADA])
  alone.before(says('The canal was dug.', ADA))
  expect(alone.end()).toBe('')
})

test('a sentence that names its source and year says it itself', () => {
  const marks = new SourceMarks([ADA, BEN])
  marks.before(says('In 1850 Larkholm praised the canal.', ADA))
  expect(marks.before(says('Trams came.', BEN, ADA))).toBe('')
  expect(marks.end()).toBe(' (Ben Vester and others, 1898; Ada Larkholm, 1850)')
})

test('a year that all sources have is not told; a publisher is named before an author; what has no name has none', () => {
  const paper = of({ publisher: 'Harbour News', authors: ['Dee Ulm'], year: 2023 })
  const other = of({ title: 'Notes', year: 2023 })
  const marks = new SourceMarks([paper, other])
  marks.before(says('The pier is closed.', paper))
  expect(marks.before(says('It opens in May.', other))).toBe(' (Harbour News)')
  expect(marks.end()).toBe('')
})
