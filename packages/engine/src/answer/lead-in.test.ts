import { expect, test } from 'vitest'
import { readMarkdown } from '#corpus/readers/markdown.ts'
import { documentOf, quoted, written } from '../../test/quoted.ts'
import { withoutLeadIn } from './lead-in.ts'

const document = documentOf(
  'Canal',
  readMarkdown(`# Canal

## bell

The bell is old. To sound the horn, press the knob. It is red.

The horn is listed here:

In fog the horn is sounded twice.

While it is dark, the horn is sounded often.
`),
)
const share = (parts: readonly { quote: string }[]) => Number(parts.some(({ quote }) => /horn/.test(quote)))
const left = (lead: string, ...words: string[]) =>
  written(
    withoutLeadIn(
      words.map((each) => quoted(document, each)),
      quoted(document, lead),
      share,
    ),
  )
const BELL = 'The bell is old. To sound the horn, press the knob. It is red.'
const TWICE = 'In fog the horn is sounded twice.'

test('the answer begins with the sentence that holds the question, and not with what an entry is', () => {
  expect(left('To sound the horn, press the knob.', BELL)).toBe('To sound the horn, press the knob. It is red.')
  expect(left('To sound the horn, press the knob.', 'bell', BELL)).toMatch(/^To sound/)
  expect(left(TWICE, 'The bell is old.', TWICE)).toBe(TWICE)
})

test('what the sentence speaks of, what leads up to it and what holds as much stays', () => {
  expect(left('It is red.', BELL)).toBe(BELL)
  expect(left(TWICE, BELL, TWICE)).toMatch(/^The bell/)
  expect(left(TWICE, 'The horn is listed here:', TWICE)).toMatch(/^The horn/)
  const dark = 'While it is dark, the horn is sounded often.'
  expect(left(dark, 'The bell is old.', dark)).toMatch(/^The bell/)
})
