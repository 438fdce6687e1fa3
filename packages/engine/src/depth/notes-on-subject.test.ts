import { expect, test } from 'vitest'
import type { Evidence } from '#evidence/ledger.ts'
import type { Run } from '#evidence/run.ts'
import { Origins } from '#question/origins.ts'
import { understand } from '#question/question.ts'
import { memoryLibrary } from '../../test/memory-library.ts'
import { budgetFor } from '../budget.ts'
import type { SourceDocument } from '../types.ts'
import { NotesOnSubject } from './notes-on-subject.ts'
import type { SubQuestion } from './sub-question.ts'
import { Subject } from './subject.ts'

const TEXTS = [
  'Recorded music was sold by post.',
  'The price of recorded music rose.',
  'Recorded music is played on the radio.',
  'A quarrel over a fence was settled.',
  'A quarrel shapes the sale of recorded music.',
  'Quarrels that shape how recorded music is sold.',
  'What shapes the sale of recorded music is a quarrel.',
  'Recorded music is heard at home.',
]
const documents = TEXTS.map((text, i): SourceDocument => {
  return { id: `d${i}`, url: `urn:d${i}`, title: 'A paper', text, sourceType: 'text' }
})
/** What is told of something else, so that none of the words is common. */
const others = Array.from({ length: 40 }, (_, i): SourceDocument => {
  return { id: `o${i}`, url: `urn:o${i}`, title: 'A paper', text: `Bread of kind ${i} is baked.`, sourceType: 'text' }
})
const library = memoryLibrary([...documents, ...others])

const evidenceOf = (place: number) => {
  const [document, quote] = [documents[place], TEXTS[place] ?? '']
  return { document, quote, start: 0, end: quote.length } as Evidence
}

function notesOn(text: string, noted: readonly number[]) {
  const question = understand(text, { library, origins: new Origins(library.origins()) })
  const notes = noted.map((place) => ({ evidence: evidenceOf(place), shows: '' }))
  const noteBesideFirst = (more: readonly Evidence[]) =>
    notes.push(...more.map((evidence) => ({ evidence, shows: '' })))
  const subs = [{ text, notes, told: true, noteBesideFirst } as unknown as SubQuestion]
  const run = { question } as Run
  const budget = { ...budgetFor('high'), leastSources: 3, leastWords: 30 }
  return new NotesOnSubject({ run, budget, subject: new Subject(question), subs })
}

function about(text: string, noted: readonly number[]) {
  const found = notesOn(text, noted)
  return (name: 'isOfWhole' | 'isOfMost' | 'isNearest') =>
    TEXTS.flatMap((_, i) => (found[name](evidenceOf(i)) ? [i] : []))
}

const ASKED = 'What quarrels shape the sale of recorded music?'

test('where the notes tell of some words of the subject, what holds another one alone is not on what most tell of', () => {
  const placesOf = about(ASKED, [0, 1, 2, 3, 7])
  expect(placesOf('isOfMost')).toEqual([0, 1, 2, 4, 5, 6, 7])
})

test('where hardly a source tells of all of it, what most tell of is nearest to it', () => {
  expect(about(ASKED, [0, 1, 2, 3, 7])('isOfWhole')).toEqual([4, 5, 6])
  expect(about(ASKED, [0, 1, 2, 3, 7])('isNearest')).toEqual([0, 1, 2, 4, 5, 6, 7])
  expect(about(ASKED, [0, 1, 2, 4, 5, 6, 7])('isNearest')).toEqual([4, 5, 6])
})

test('of things asked about apart each is all that a sentence is on', () => {
  const placesOf = about('What came of the quarrel and of recorded music?', [0, 3])
  expect(placesOf('isOfWhole')).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
  expect(placesOf('isOfMost')).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
  expect(about('What came of the quarrel of those who sold the recorded music?', [0, 3])('isOfWhole')).not.toContain(3)
})

test('notes carry a report where enough of them are on all of the subject', () => {
  expect(notesOn(ASKED, [0, 1, 2, 3, 7]).carryReport()).toBe(false)
  expect(notesOn(ASKED, [4, 5, 6]).carryReport()).toBe(true)
  expect(notesOn(ASKED, [4, 5]).carryReport()).toBe(false)
})

test('what an answer without a model would cite is needed where it is on what most notes tell of', () => {
  const found = notesOn(ASKED, [0, 1, 2, 7])
  found.noteNeeded([evidenceOf(3), evidenceOf(5)])
  expect(found.notes().map(({ document }) => document.id)).toEqual(['d0', 'd1', 'd2', 'd7', 'd5'])
  expect([3, 5].map((place) => found.isAskedFor(evidenceOf(place)))).toEqual([false, true])
})
