import { expect, test } from 'vitest'
import { readMarkdown } from '#corpus/readers/markdown.ts'
import { Origins } from '#question/origins.ts'
import { understand } from '#question/question.ts'
import { memoryLibrary } from '../../test/memory-library.ts'
import { documentOf, quoted, written } from '../../test/quoted.ts'
import { withoutLeadIn } from './lead-in.ts'

const document = documentOf(
  'Canal',
  readMarkdown(`# Canal

## bell

The bell is old. To sound the horn, press the knob. It is red.

The horn is listed here:

In fog the horn is sounded twice.

Changed in version 2: The horn was sounded by hand. The horn is sounded by wind.

While it is dark, the horn is sounded often.
`),
)
const question = understand('When is the horn sounded?', {
  library: memoryLibrary([document]),
  origins: new Origins([]),
})
const left = (lead: string, ...words: string[]) =>
  written(
    withoutLeadIn(question)(
      words.map((each) => quoted(document, each)),
      quoted(document, lead),
    ),
  )
const BELL = 'The bell is old. To sound the horn, press the knob. It is red.'
const TWICE = 'In fog the horn is sounded twice.'

test('the answer begins with the sentence that holds the question, and not with what an entry is', () => {
  expect(left('To sound the horn, press the knob.', BELL)).toBe('To sound the horn, press the knob. It is red.')
  expect(left('To sound the horn, press the knob.', 'bell', BELL)).toMatch(/^To sound/)
  expect(left(TWICE, 'The bell is old.', TWICE)).toBe(TWICE)
})

test('what changed in a version, however much it holds, is told apart from what is so', () => {
  const changed = 'Changed in version 2: The horn was sounded by hand. The horn is sounded by wind.'
  expect(left('The horn is sounded by wind.', changed)).toBe('The horn is sounded by wind.')
})

test('what the sentence speaks of, what leads up to it and what holds as much stays', () => {
  expect(left('It is red.', BELL)).toBe(BELL)
  expect(left(TWICE, BELL, TWICE)).toMatch(/^The bell/)
  expect(left(TWICE, 'The horn is listed here:', TWICE)).toMatch(/^The horn/)
  const dark = 'While it is dark, the horn is sounded often.'
  expect(left(dark, 'The bell is old.', dark)).toMatch(/^The bell/)
})
