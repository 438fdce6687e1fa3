import { expect, test } from 'vitest'
import { readMarkdown } from '#corpus/readers/markdown.ts'
import { documentOf, quoted, written } from '../../test/quoted.ts'
import { withoutFigures, withoutNumbers } from './captions.ts'

const document = documentOf(
  'Canal',
  readMarkdown(`# Canal

Example 3.9. Opening a gate

\`\`\`
gate open
\`\`\`

Table 2 lists the gates.

Figure 4: A gate

It is open.
`),
)
const left = (...words: string[]) => written(withoutNumbers(words.map((each) => quoted(document, each))))

test('the title of an example stands without its number, and that of what is not shown is left out', () => {
  expect(left('Example 3.9. Opening a gate', 'gate open')).toMatch(/^Opening a gate\n\n```\ngate open/)
  expect(left('Table 2 lists the gates.', 'Figure 4: A gate', 'It is open.')).toBe(
    'Table 2 lists the gates.\n\nIt is open.',
  )
  expect(left('Figure 4: A gate')).toBe('Figure 4: A gate')
})

test('what speaks of a figure is left out behind what tells something, with the list that it introduces', () => {
  const page = documentOf(
    'Canal',
    readMarkdown(
      '# Canal\n\nIt has gates. One is shown in the following figure:\n\nIn the figure above there are:\n\n- ship\n- crew\n\nIt is old.\n',
    ),
  )
  const all = [
    'It has gates. One is shown in the following figure:',
    'In the figure above there are:',
    'ship',
    'crew',
    'It is old.',
  ]
  const told = (lead: string) =>
    written(
      withoutFigures(
        all.map((words) => quoted(page, words)),
        quoted(page, lead),
      ),
    )
  expect(told('It has gates.')).toBe('It has gates.\n\nIt is old.')
  expect(told('In the figure above there are:')).toMatch(/are:\n\n- ship/)
})
