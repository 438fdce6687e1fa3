import { expect, test } from 'vitest'
import { readMarkdown } from '#corpus/readers/markdown.ts'
import { Origins } from '#question/origins.ts'
import { understand } from '#question/question.ts'
import { memoryLibrary } from '../../test/memory-library.ts'
import { documentOf, quoted, written } from '../../test/quoted.ts'
import { answeringOf } from './answering.ts'
import { withoutAsides } from './asides.ts'
import { shownPassage } from './shown-passage.ts'

const LONG = 'It is dug through clay and rock, and every part of it was paid for by those who live beside it'

const document = documentOf(
  'Canal',
  readMarkdown(`# Canal

## Keeper

The keeper opens the upper gate at dawn when the water is high. ${LONG}. ${LONG}.

Use a lever of oak.

The village is known for its bread.

## Miller

The miller closes the lower gate at night when the water is low. ${LONG}. ${LONG}.

His house is of stone.

He has it written on a board:

\`\`\`sh
light lamp
\`\`\`

## Boatman

The boatman waits at the middle gate:

- in summer a day

He is patient.
`),
)

function shown(words: string, text: string, asks = { asksForCode: false, asksForList: false }): string {
  const question = understand(text, { library: memoryLibrary([]), origins: new Origins([]) })
  const answering = answeringOf(question)
  const lead = quoted(document, words)
  const passage = shownPassage(lead, { ...asks, longest: 600 })
  return written(withoutAsides(question, answering, asks)(passage, lead))
}

const WHICH = 'Which gate does the miller close at night?'

test('what says nothing of the question behind what answers is left out, with what introduces it', () => {
  expect(shown('The miller closes', WHICH)).toMatch(/beside it\.$/)
})

test('an instruction, and what a paragraph adds to the question, stay', () => {
  expect(shown('The keeper opens', 'Which gate does the keeper open at dawn?')).toMatch(/lever of oak\.$/)
  expect(shown('The miller closes', 'Which gate by the stone house does the miller close?')).toMatch(/of stone\.$/)
  expect(shown('The miller closes', 'Which gate with a lamp light does the miller close?')).toContain('light lamp')
})

test('a way, a reason, code and a list stay whole', () => {
  for (const text of ['How does the miller close the gate?', 'Why does the miller close the gate?'])
    expect(shown('The miller closes', text)).toContain('light lamp')
  expect(shown('The miller closes', WHICH, { asksForCode: true, asksForList: false })).toContain('light lamp')
  expect(shown('The boatman waits', 'Which gate does the boatman wait at?')).toContain('in summer a day')
})
