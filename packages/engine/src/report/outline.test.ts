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

test('a heading that is too long ends where its first part does, or with a word that may end it', () => {
  const list =
    'List of ferries and trams of the army and the navy, as they were told by the board in the town of the lakes'
  expect(soundHeading(`Army and navy: ${list}`, `${QUESTION} ${list}`, notes)).toBe('Army and navy')
  expect(soundHeading(list, `${QUESTION} ${list.toLowerCase()} `, notes)).not.toMatch(/ (?:in|of|the|by)$/)
})

test('the head of a page is no heading, and the name of a thing is one', () => {
  const title = 'Army and navy apology list: updated list of board apologies for mistakes of trams'
  const of = (title: string) =>
    [
      { evidence: { quote: 'The navy left.', document: { title } }, sub: { text: QUESTION } },
    ] as unknown as CollectedNote[]
  expect(soundHeading(title, QUESTION, of(title))).toBe('Overview')
  expect(soundHeading('Army apology list', QUESTION, of('Army apology list'))).toBe('Army apology list')
})
