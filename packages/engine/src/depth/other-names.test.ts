import { expect, test } from 'vitest'
import { initialsOf, namesAnother } from './other-names.ts'

test('a name of several words is written by its initials, and a name of one word is not', () => {
  expect(initialsOf('Harbour Union')?.test('The HU asked for it.')).toBe(true)
  expect(initialsOf('Harbour Union')?.test('The HUT is closed.')).toBe(false)
  expect(initialsOf('Harbour')).toBeUndefined()
  expect(initialsOf('Bank of the Harbour')).toBeUndefined()
})

test('the end of a name after another word is the name of something else', () => {
  expect(namesAnother('Rowing World Cup', "The town's Sailing World Cup ended.")).toBe(true)
  expect(namesAnother('Rowing World Cup', 'The World Cup ended.')).toBe(false)
  expect(namesAnother('Rowing World Cup', 'The Sailing World Cup is not the Rowing World Cup.')).toBe(false)
  expect(namesAnother('Mira Olsen', 'Agnes Olsen left.')).toBe(false)
})
