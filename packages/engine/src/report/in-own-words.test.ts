import { expect, test } from 'vitest'
import type { SubQuestion } from '#depth/sub-question.ts'
import type { Evidence } from '#evidence/ledger.ts'
import { isInOwnWords } from './in-own-words.ts'

const QUESTION = 'Why was the Larkmoor bridge closed?'
const QUOTE = 'The “Larkmoor” bridge was closed because a pier had sunk by a foot, and the trams stood still.'
const evidence = { quote: QUOTE } as Evidence
const sub = { text: 'What of the trams?' } as SubQuestion
const shown = (shows: string) => isInOwnWords({ shows, evidence, sub }, QUESTION)

test('what a model says of the matter of a sentence is its own where it is no piece of it', () => {
  expect(shown('a sunken pier closed the Larkmoor bridge')).toBe(true)
})

test.each([
  'The "Larkmoor" bridge was closed because a pier had sunk…',
  'the  larkmoor BRIDGE was closed because a pier had sunk',
  '“A pier had sunk by a foot.”',
  'the bridge was closed … a pier had sunk',
])('a copy is not, as "%s"', (shows) => {
  expect(shown(shows)).toBe(false)
})

test.each(['', 'This is relevant background information.', 'why the trams and the bridge of Larkmoor were closed'])(
  'what holds nothing of the sentence beside what was asked is not, as "%s"',
  (shows) => {
    expect(shown(shows)).toBe(false)
  },
)
