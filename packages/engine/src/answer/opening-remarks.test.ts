import { expect, test } from 'vitest'
import { readMarkdown } from '#corpus/readers/markdown.ts'
import { documentOf, quoted, written } from '../../test/quoted.ts'
import { withoutOpeningRemarks } from './opening-remarks.ts'

const document = documentOf(
  'Canal',
  readMarkdown(`# Canal

## Gate

New in version 3.

A gate is made of oak.

See the plan. The gate opens at dawn.

Source: boats/gate.txt

Type:

\`\`\`ts
type Gate = string
\`\`\`

It can be closed.
`),
)
const left = (asks: boolean, ...words: string[]) =>
  written(
    withoutOpeningRemarks(
      words.map((each) => quoted(document, each)),
      () => asks,
    ),
  )
const OAK = 'A gate is made of oak.'

test('since when something is there, and where to read on, opens no answer', () => {
  expect(left(true, 'New in version 3.', OAK)).toBe(OAK)
  expect(left(true, 'See the plan. The gate opens at dawn.')).toBe('The gate opens at dawn.')
  expect(left(true, OAK, 'New in version 3.')).toMatch(/New in version 3\.$/)
})

test('nor does a line of facts, or a type in code, that nobody asks for', () => {
  const type = ['Type:', 'type Gate = string']
  expect(left(false, 'Source: boats/gate.txt', OAK)).toBe(OAK)
  expect(left(true, 'Source: boats/gate.txt', OAK)).toMatch(/^Source/)
  expect(left(false, ...type, OAK)).toBe(OAK)
  expect(left(true, ...type, OAK)).toMatch(/^Type/)
})

test('what is all there is, and what the next part speaks of, stays', () => {
  expect(left(false, 'New in version 3.')).toBe('New in version 3.')
  expect(left(false, 'New in version 3.', 'It can be closed.')).toMatch(/^New/)
  expect(left(false, 'Type:', 'type Gate = string')).toMatch(/^Type/)
})
