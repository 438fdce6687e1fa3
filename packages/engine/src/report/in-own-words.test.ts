import { expect, test } from 'vitest'
import type { Evidence } from '#evidence/ledger.ts'
import { isInOwnWords } from './in-own-words.ts'

const QUOTE = 'The “Larkmoor” bridge was closed because a pier had sunk by a foot, and the trams stood still.'
const shown = (shows: string) => isInOwnWords({ shows, evidence: { quote: QUOTE } as Evidence })

test('what a model says of a sentence is its own where it is no piece of it', () => {
  expect(shown('a sunken pier closed the Larkmoor bridge')).toBe(true)
  expect(shown('The "Larkmoor" bridge was closed because a pier had sunk…')).toBe(false)
  expect(shown('the  "larkmoor" bridge was closed because a pier had sunk')).toBe(false)
})

test('what says nothing, or next to nothing, is not', () => {
  expect(shown('')).toBe(false)
  expect(shown('it shows the bridge')).toBe(false)
})
