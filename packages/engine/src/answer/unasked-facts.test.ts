import { expect, test } from 'vitest'
import { readMarkdown } from '#corpus/readers/markdown.ts'
import { Origins } from '#question/origins.ts'
import { understand } from '#question/question.ts'
import { memoryLibrary } from '../../test/memory-library.ts'
import { documentOf, quoted, written } from '../../test/quoted.ts'
import { shownRules } from './passage-rules.ts'
import { shownPassage } from './shown-passage.ts'

const document = documentOf(
  'Canal',
  readMarkdown(`# Canal

## Options

#### gateWidth

Type: \`number\`\\
Default: \`40\`

The keeper opens a gate so wide at dawn.

#### \`gate-depth\`

Grammar: \`gate-depth <feet>;\`

Blocks: lock, basin

The keeper digs a gate so deep at dusk.
`),
)

const shown = (words: string, text: string) => {
  const question = understand(text, { library: memoryLibrary([]), origins: new Origins([]) })
  return written(shownPassage(quoted(document, words), shownRules(question)))
}

const WIDE = 'The keeper opens a gate so wide at dawn.'
const DEEP = 'The keeper digs a gate so deep at dusk.'

test('what an entry says of an option behind labels is left out before the sentence that answers', () => {
  expect(shown(WIDE, 'Who opens the gate at dawn?')).toBe(`gateWidth: ${WIDE}`)
  expect(shown(DEEP, 'Who digs the gate at dusk?')).toBe(`\`gate-depth\`: ${DEEP}`)
})

test('what is asked for of it stays: its default, a number, or what its label says', () => {
  const withDefault = `**gateWidth** (Default: \`40\`): ${WIDE}`
  expect(shown(WIDE, 'How wide does the keeper open the gate by default?')).toBe(withDefault)
  expect(shown(WIDE, 'How many feet wide is the gate?')).toBe(withDefault)
  expect(shown(DEEP, 'Who digs the gate at dusk, and in which blocks?')).toContain('Blocks: lock, basin')
})

test('behind a label that leads the others are left out as well', () => {
  const text = shown('Grammar: `gate-depth', 'What is the grammar of gate-depth?')
  expect(text).toContain('Grammar: `gate-depth <feet>;`')
  expect(text).toContain(DEEP)
  expect(text).not.toContain('Blocks')
})
