import { expect, test } from 'vitest'
import { denies, isNegated } from './negation.ts'

test.each([
  ['Which databases does it not support?', true],
  ["Which options aren't needed?", true],
  ['How do I run it without retries?', true],
  ['What works on all systems except Windows?', true],
  ['Why not use it?', false],
  ['How do I remove boats that no longer float?', false],
  ["Move the boats which aren't in use", false],
  ['Which boats do not float?', true],
  ["Isn't it slow?", false],
  ['What is a note?', false],
  ['What is a WITHOUT ROWID table?', false],
  ['Which columns are NOT NULL?', false],
  ['Which columns are NOT shown?', true],
  ["My boat doesn't start in the cold", false],
  ["What doesn't start in the cold?", true],
])('%s asks for what is not: %s', (question, expected) => {
  expect(isNegated(question)).toBe(expected)
})

test.each([
  ['It does not run on Windows.', true],
  ['Set it to 0 to disable retries.', true],
  ['It runs everywhere.', false],
])('%s says what is not: %s', (sentence, expected) => {
  expect(denies(sentence)).toBe(expected)
})
