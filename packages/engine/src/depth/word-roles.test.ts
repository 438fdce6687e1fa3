import { describe, expect, test } from 'vitest'
import { Origins } from '#question/origins.ts'
import { understand } from '#question/question.ts'
import { memoryLibrary } from '../../test/memory-library.ts'
import { wordRoles } from './word-roles.ts'

const library = memoryLibrary([])
const rolesIn = (text: string) => wordRoles(understand(text, { library, origins: new Origins(library.origins()) }))
const togetherIn = (text: string) => rolesIn(text).together.map((group) => [...group])

test('how something is says little before what it is', () => {
  const { qualities, qualified } = rolesIn('What keeps famous couples at home?')
  expect([...qualities]).toEqual(['famous'])
  expect([...qualified]).toEqual(['coupl'])
  expect(rolesIn('What made the couples famous?').qualities.size).toBe(0)
})

test('what stands for something else is no subject', () => {
  expect(rolesIn('Why do others leave, and which ones stay?').standIns).toEqual(new Set(['other', 'one']))
})

describe('things are named together', () => {
  test.each([
    ['What was spent on roads, canals and harbors?', [['road', 'canal', 'harbor']]],
    ['What keeps children and teenagers safe?', [['child', 'teenag']]],
    ['What was done about surpluses and low prices?', [['surplus', 'price']]],
    ['What happened in Larkmoor and Dunmoor?', [['larkmoor', 'dunmoor']]],
  ])('%s', (text, groups) => {
    expect(togetherIn(text)).toEqual(groups)
  })

  test.each([
    'What did the war between Larkmoor and Dunmoor mean?',
    'How did Mira Olsen and Jon Vik meet?',
    'Why protect forests and watering the land?',
    'What was done about the ferry of Larkmoor and trams?',
    'What was spent on roads to harbors?',
  ])('and not in "%s"', (text) => {
    expect(togetherIn(text)).toEqual([])
  })
})
