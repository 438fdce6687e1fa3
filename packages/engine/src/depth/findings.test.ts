import { expect, test } from 'vitest'
import type { SourceDocument } from '../types.ts'
import { carryReport } from './findings.ts'

const noteOf = (id: string) => ({ document: { id } as SourceDocument, quote: 'The tram has three lines.' })
const budget = (leastSources: number, leastWords: number) => ({ leastSources, leastWords })

test('notes carry a report where they are of enough sources and hold half of its words', () => {
  const notes = ['a', 'a', 'b'].map(noteOf)
  expect(carryReport(notes, budget(2, 30))).toBe(true)
  expect(carryReport(notes, budget(3, 30))).toBe(false)
  expect(carryReport(notes, budget(2, 31))).toBe(false)
})
