import { expect, test } from 'vitest'
import type { Evidence } from '#evidence/ledger.ts'
import type { CollectedNote } from './collected-notes.ts'
import { inCalls } from './in-calls.ts'
import { sectionCall } from './section-call.ts'
import { wordsInAll } from './surroundings.ts'
import type { Passage } from './write-section.ts'

const SENTENCE = `The ferry has lamps${' and as many oars'.repeat(6)}.`

/** A section of notes of some sources in turn, as many words as they have. */
function sectionOf(count: number, sources: number): Passage {
  const notes = Array.from({ length: count }, (_, i) => {
    const id = `d${i % sources}`
    const document = { id, url: `urn:${id}`, title: `Paper ${id}`, text: '', sourceType: 'text' }
    return { evidence: { quote: `${i} ${SENTENCE}`, start: 100 * i, end: 100 * i + 90, document }, shows: '' }
  }) as unknown as CollectedNote[]
  return { heading: 'Ferries', others: ['Trams'], words: wordsInAll(notes), notes }
}

const limits = { question: 'What of the ferry?', form: {}, contextTokens: 4_096 }
const sourcesOf = ({ notes }: Passage) => new Set(notes.map(({ evidence }) => evidence.document.id))

/** What the call for a part shows of its notes. */
function shownIn({ heading, others, words, notes }: Passage): number {
  const byHandle = new Map(notes.map(({ evidence }, i) => [`e${100 + i}`, evidence as Evidence]))
  const { prompt } = sectionCall({ ...limits, heading, others, words, notes: byHandle, written: '' })
  return notes.filter(({ evidence }) => prompt.includes(evidence.quote)).length
}

test('a section whose notes fit into one call is written by one', () => {
  const section = sectionOf(12, 3)
  expect(inCalls(section, limits)).toEqual([section])
  const large = sectionOf(60, 10)
  expect(inCalls(large, { ...limits, contextTokens: 16_384 })).toEqual([large])
})

test('one whose notes do not is written in parts: each note is shown once, and a source stands in one of them', () => {
  const section = sectionOf(60, 10)
  expect(shownIn(section)).toBeLessThan(60)
  const parts = inCalls(section, limits)
  expect(parts.length).toBeGreaterThan(1)
  expect(parts.map(shownIn)).toEqual(parts.map(({ notes }) => notes.length))
  const shown = parts.flatMap(({ notes }) => notes)
  expect(shown).toHaveLength(60)
  expect(new Set(shown)).toEqual(new Set(section.notes))
  expect(parts.reduce((sum, part) => sum + sourcesOf(part).size, 0)).toBe(10)
  expect(parts.every(({ heading, others }) => heading === 'Ferries' && others[0] === 'Trams')).toBe(true)
  const words = parts.reduce((sum, part) => sum + part.words, 0)
  expect(Math.abs(words - section.words)).toBeLessThanOrEqual(parts.length)
  const sizes = parts.map(({ notes }) => notes.length)
  expect(Math.max(...sizes)).toBeLessThanOrEqual(2 * Math.min(...sizes))
})

test('a source that does not fit into a call is told in several', () => {
  const parts = inCalls(sectionOf(60, 1), limits)
  expect(parts.map(shownIn)).toEqual(parts.map(({ notes }) => notes.length))
  expect(parts.flatMap(({ notes }) => notes)).toHaveLength(60)
})

test('where no note fits beside a long question, no more calls are made', () => {
  const question = 'What of the ferry? '.repeat(400)
  expect(inCalls(sectionOf(60, 10), { ...limits, question })).toHaveLength(1)
})
