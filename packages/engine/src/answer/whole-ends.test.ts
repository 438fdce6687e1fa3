import { expect, test } from 'vitest'
import { readMarkdown } from '#corpus/readers/markdown.ts'
import { documentOf, quoted, written } from '../../test/quoted.ts'
import { withWholeEnds } from './whole-ends.ts'

const document = documentOf(
  'Canal',
  readMarkdown(`# Canal

## Gates

Putting the lines

\`\`\`
gate upper
\`\`\`

into the book lets the keeper open the gate. He then has to write

\`\`\`
open gate
\`\`\`

on the board. It is read at noon.

The gates are of oak. The following table lists all of them.

| Gate | Age |
| --- | --- |
| upper | 9 |

Nobody counts them. See the drawing of a gate.

A lock has two of them. The example below shows the second.

lock.conf

\`\`\`
two gates
\`\`\`

## Keepers

Description:

Opens the gate.

Learn more →

He is paid by the lake.

House rules

### Overview

This is the rest of it.

1. Upper
   - name: Ann
   - age: 50
   - house: stone
2. Lower
`),
)
const shown = (words: readonly string[], asksForCode = false) =>
  written(
    withWholeEnds(
      words.map((each) => quoted(document, each)),
      { asksForCode },
    ),
  )

test('a passage begins with the first half of its sentence, and ends with what that leads into', () => {
  const begun = 'into the book lets the keeper open the gate. He then has to write'
  expect(shown([begun])).toBe(
    `Putting the lines\n\n\`\`\`\ngate upper\n\`\`\`\n\n${begun}\n\n\`\`\`\nopen gate\n\`\`\`\n\non the board.`,
  )
})

test('a last sentence that announces what is not shown is left out, unless it is all', () => {
  expect(shown(['The gates are of oak. The following table lists all of them.'])).toBe('The gates are of oak.')
  expect(shown(['A lock has two of them. The example below shows the second.'])).toBe('A lock has two of them.')
  expect(shown(['The following table lists all of them.'])).toBe('The following table lists all of them.')
  expect(shown(['Nobody counts them. See the drawing of a gate.'])).toContain('drawing')
})

test('the name of a file stands before its code, or is left out', () => {
  const words = ['A lock has two of them.', 'lock.conf']
  expect(shown(words)).toBe('A lock has two of them.')
  expect(shown(words, true)).toContain('lock.conf\n\n```\ntwo gates\n```')
})

test('a label that only says that something is described is left out', () => {
  expect(shown(['Description:', 'Opens the gate.'])).toBe('Opens the gate.')
})

test('what is listed of an item stands whole', () => {
  expect(shown(['Upper', 'name: Ann'])).toBe('1. Upper\n  - name: Ann\n  - age: 50\n  - house: stone')
})

test('the text of a link and the label of what is not shown are left out at the end, but not alone', () => {
  expect(shown(['Opens the gate.', 'Learn more →'])).toBe('Opens the gate.')
  expect(shown(['He is paid by the lake.', 'House rules'])).toBe('He is paid by the lake.')
  expect(shown(['House rules'])).toBe('House rules')
})

test('a heading that only says that something is described does not stand before it', () => {
  expect(shown(['Overview', 'This is the rest of it.'])).toBe('This is the rest of it.')
})

test('a label with a name below it is left out at the end, and above a list it is marked as one', () => {
  const page = documentOf(
    'Tool',
    readMarkdown(
      '# Tool\n\nIt opens gates.\n\nfirst arguments\n\n- crew\n- ship\n\nlast arguments\n\n`REPOSITORY`\n\nCommon options\n',
    ),
  )
  const passage = (...words: string[]) =>
    withWholeEnds(
      words.map((each) => quoted(page, each)),
      { asksForCode: false },
    )
  const end = ['last arguments', '`REPOSITORY`']
  expect(written(passage('It opens gates.', ...end))).toBe('It opens gates.')
  const list = ['first arguments', 'crew', 'ship'].map((words) => quoted(page, words))
  expect(written(list)).toBe('first arguments:\n\n- crew\n- ship')
})
