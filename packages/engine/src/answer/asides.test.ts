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

Use a lever of oak for the upper gate.

The village is known for its bread.

## Miller

The miller closes the lower gate at night when the water is low. ${LONG}. ${LONG}.

His house is of stone.

He has it written on a board:

\`\`\`sh
light lamp
\`\`\`

## Smith

The smith mends the middle gate in autumn when the water is still. ${LONG}.

His forge is warm, and the children of the village like to sit there on a winter evening.

See the book of smiths.

## Carter

The carter brings stone to the middle gate in spring. ${LONG}. It is done as follows.

He loads at noon.

## Weaver

The weaver covers the middle gate in spring. ${LONG}.

\`\`\`sh
cover gate
\`\`\`

Blue cloth is sold on the market behind the church.

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
  expect(shown('The keeper opens', 'Which gate does the keeper open at dawn?')).toMatch(/upper gate\.$/)
  expect(shown('The miller closes', 'Which gate by the stone house does the miller close?')).toMatch(/of stone\.$/)
  expect(shown('The miller closes', 'Which gate with a lamp light does the miller close?')).toContain('light lamp')
})

test('whatever is asked, what holds little of the question is left out, and what only tells where to read on', () => {
  for (const text of ['Why does the smith mend the gate in autumn?', 'How does the smith mend the gate?'])
    expect(shown('The smith mends', text)).toMatch(/beside it\.$/)
  const asks = { asksForCode: true, asksForList: false }
  expect(shown('The weaver covers', 'How does the weaver cover the gate?', asks)).toMatch(/cover gate\n?```$/)
})

test('what a sentence points at stays behind it', () => {
  expect(shown('The carter brings', 'Why does the carter bring stone to the gate?')).toMatch(/at noon\.$/)
})

test('code and a list stay whole', () => {
  expect(shown('The miller closes', WHICH, { asksForCode: true, asksForList: false })).toContain('light lamp')
  expect(shown('The boatman waits', 'Which gate does the boatman wait at?')).toContain('in summer a day')
})
