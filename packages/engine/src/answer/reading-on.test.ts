import { expect, test } from 'vitest'
import { readMarkdown } from '#corpus/readers/markdown.ts'
import { documentOf, quoted, written } from '../../test/quoted.ts'
import { withoutReadingOn } from './reading-on.ts'

const document = documentOf(
  'Canal',
  readMarkdown(`# Canal

The gate opens at dawn. See the book of gates for the others. (Read more about it in the plan.)

For more details and drawings, see: Book of Gates.

See if the gate is closed.

See the board:

- upper gate. See plan.

Example file: gate-open.js
`),
)
const left = (words: readonly string[], lead: string) =>
  written(
    withoutReadingOn(
      words.map((each) => quoted(document, each)),
      quoted(document, lead),
    ),
  )
const FIRST = 'The gate opens at dawn. See the book of gates for the others. (Read more about it in the plan.)'

test('what only tells where to read on is left out at the end of paragraphs and items', () => {
  const all = [FIRST, 'For more details and drawings, see: Book of Gates.', 'upper gate. See plan.']
  expect(left(all, 'The gate opens at dawn.')).toBe('The gate opens at dawn.\n\n- upper gate.')
})

test('the sentence that leads stays, and so do what introduces something, what says what to do, and what is all there is', () => {
  expect(left([FIRST], 'See the book of gates for the others.')).toMatch(/others\.$/)
  expect(left(['See if the gate is closed.'], 'The gate')).toBe('See if the gate is closed.')
  expect(left([FIRST, 'See the board:'], 'The gate')).toMatch(/See the board:$/)
  expect(left(['For more details and drawings, see: Book of Gates.'], 'The gate')).toMatch(/Gates\.$/)
})

test('so is a line of its own, also where a passage begins with it, and the name of the file of an example', () => {
  const first = 'For more details and drawings, see: Book of Gates.'
  expect(left([first, 'See if the gate is closed.', 'Example file: gate-open.js'], 'See if')).toBe(
    'See if the gate is closed.',
  )
})
