import { expect, test } from 'vitest'
import { readMarkdown } from '#corpus/readers/markdown.ts'
import { documentOf, quoted, written } from '../../test/quoted.ts'
import { withAskedTable } from './asked-table.ts'

const LEAD = 'A canal has four water levels.'
const TABLE = `| Water level | Boats |
| --- | --- |
| low | none |
| high | all |`
const canal = documentOf(
  'Canal',
  readMarkdown(
    `# Canal\n\n${LEAD} The highest is strict.\n\nThese are kept out:\n\n- ice\n- weed\n\nTable 2.1. Levels\n\n${TABLE}\n\n## Lock\n\nIt is shut. These are kept out:`,
  ),
)
const shown = (words: string, asked: string, asksForList = true) =>
  written(withAskedTable(quoted(canal, words), canal.blocks, { asksForList, writes: (name) => name === asked }))

test('a table of the section whose rows are asked for follows the sentence, with its title', () => {
  expect(shown(LEAD, 'Water levels')).toBe(`${LEAD}\n\nTable 2.1. Levels\n\n${TABLE}`)
})

test('a table is left out that is called otherwise, where one thing is asked for, behind what introduces another, and in another section', () => {
  expect(shown(LEAD, 'Boats')).toBe('')
  expect(shown(LEAD, 'Water levels', false)).toBe('')
  expect(shown('These are kept out:', 'Water levels')).toBe('')
  expect(shown('It is shut.', 'Water levels')).toBe('')
})
