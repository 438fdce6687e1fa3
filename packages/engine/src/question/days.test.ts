import { expect, test } from 'vitest'
import { terms } from '#language/terms.ts'
import { daysIn, formsOf, joinDays } from './days.ts'
import { parseQuestion } from './parse-question.ts'

test.each([
  ['after September 11', ['septemb 11']],
  ['on the 4th of July', ['juli 4']],
  ['since September 11, 2001', []],
  ['in September', []],
  ['eleven of them', []],
])('the days without a year in %j are %j', (text, expected) => {
  expect([...daysIn(text)]).toEqual(expected)
})

test.each(['September 11, 2001', 'September the 11th', '11 September', 'the 11th of September'])(
  '%j is one term',
  (text) => {
    expect(joinDays(terms(text, 'en'), new Set(['septemb 11'])).map(({ term }) => term)).toContain('septemb 11')
  },
)

test('another day, and its parts apart, are none of it', () => {
  const held = joinDays(terms('On September 12 11 ships came in September.', 'en'), new Set(['septemb 11']))
  expect(held.map(({ term }) => term)).not.toContain('septemb 11')
})

test('a day is one term of its question', () => {
  const { terms: asked, words } = parseQuestion('Terrorism after September 11')
  expect(asked).toEqual(['terror', 'septemb 11'])
  expect(words.at(-1)?.raw).toBe('September 11')
})

test('each form of a day that a text may have is looked for', () => {
  expect(formsOf('septemb 11')).toEqual(expect.arrayContaining(['septemb 11', 'septemb the 11th', '11 septemb']))
})
