import { expect, test } from 'vitest'
import type { CollectedNote } from './collected-notes.ts'
import { soundHeading } from './outline.ts'

const QUESTION = 'How do army and navy differ, and what of iPhone sales?'
const notes: CollectedNote[] = []

test('a heading begins with a capital letter, a name as it is written', () => {
  expect(soundHeading('army', QUESTION, notes)).toBe('Army')
  expect(soundHeading('navy and army', QUESTION, notes)).toBe('Navy and army')
  expect(soundHeading('iPhone sales', QUESTION, notes)).toBe('iPhone sales')
})

test('a heading of words that nothing holds is none', () => {
  expect(soundHeading('zebras', QUESTION, notes)).toBe('Overview')
})
