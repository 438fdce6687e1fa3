import { expect, test } from 'vitest'
import { readMarkdown } from '#corpus/readers/markdown.ts'
import { documentOf, quoted } from '../../test/quoted.ts'
import { isRepeated, withoutRepeated } from './repeated.ts'

const of = (quote: string) => ({
  document: { id: quote, url: 'urn:a', title: 'A', text: quote, sourceType: 'document' },
  start: 0,
  end: quote.length,
  quote,
})

test('a passage of another copy is repeated, one that adds something or is short is not', () => {
  const said = [of('The canal lifts ships over the mountain by its nine locks, each with a keeper.')]
  expect(isRepeated([of('By its nine locks the canal lifts ships over the mountain.')], said)).toBe(true)
  expect(
    isRepeated([of('The canal lifts ships over the mountain for a toll that captains pay in silver.')], said),
  ).toBe(false)
  expect(isRepeated([of('The nine locks.')], said)).toBe(false)
})

const TEXT = [
  'The gate is opened by the keeper at dawn.',
  'In winter the gate is opened by the keeper at dawn, with a lever.',
]
const MARKDOWN = `# Gates\n\n${TEXT.join('\n\n')}`
const document = documentOf('Gates', readMarkdown(MARKDOWN))
const [short, long] = TEXT.map((words) => quoted(document, words))

test('a paragraph that a longer one of its passage holds is left out, unless it leads', () => {
  if (!short || !long) throw new Error('There are two.')
  expect(withoutRepeated([short, long], long)).toEqual([long])
  expect(withoutRepeated([short, long], short)).toEqual([short, long])
})
