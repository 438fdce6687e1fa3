import { expect, test } from 'vitest'
import { readMarkdown } from '#corpus/readers/markdown.ts'
import { documentOf, quoted, written } from '../../test/quoted.ts'
import { withoutNumbers } from './captions.ts'

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
