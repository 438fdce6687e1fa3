import { expect, test } from 'vitest'
import { readHtml } from '#corpus/readers/html.ts'
import { readMarkdown } from '#corpus/readers/markdown.ts'
import type { Quotation } from '#evidence/ledger.ts'
import { Origins } from '#question/origins.ts'
import { understand } from '#question/question.ts'
import { tellsTrouble } from '#question/way.ts'
import { memoryLibrary } from '../../test/memory-library.ts'
import { documentOf, quoted } from '../../test/quoted.ts'
import { answeringOf } from './answering.ts'
import { answeringFirst } from './answering-first.ts'
import { openingPassage } from './opening-passage.ts'
import { quotationOf } from './quote-block.ts'
import { Writer } from './writer.ts'

const FILLER =
  'The canal was dug by hand from the lake down to the sea, and the men who did that slept in huts on its bank, where some of them stayed.'
const { text, blocks = [] } = readMarkdown(`# Canal

## Keepers

${FILLER} ${FILLER}

\`\`\`
open gate
\`\`\`

A bell rings twice when fog comes in.

## Signals

${FILLER} ${FILLER} Therefore, it rings twice when fog comes in.

## Lamps

A keeper has these:

- ${FILLER} ${FILLER}
- A bell that rings twice when fog comes in.

## Ropes

${FILLER} ${FILLER}

Call the keeper:

the bell rings twice when fog comes in, he says.

## Fog

The gate is hidden in fog. The boats wait before it until somebody sees them, and then they are late.

To solve this, ring the bell.

## depth

### \`depth\`

${FILLER} He rests. It is 40 feet.

## Steps

1. ${FILLER} ${FILLER}
2. Ring the bell twice when fog comes in.
`)
const document = { id: 'c', url: 'urn:c', title: 'Canal', text, blocks, sourceType: 'document' }
const answering = answeringOf(
  understand('How often does the bell ring when fog comes?', { library: memoryLibrary([]), origins: new Origins([]) }),
)

/** The blocks of a section, as they are shown. */
const section = (title: string): Quotation[] =>
  blocks
    .filter(({ path, kind }) => path.at(-1) === title && kind !== 'heading')
    .map((block) => {
      const marker = block.kind === 'item' ? text.slice(block.start).search(/ /) + 1 : 0
      return quotationOf(document, { start: block.start + marker, end: block.end }, block)
    })
const orderOf = (title: string) => answeringFirst(section(title), answering).map(({ quote }) => quote)

test('a passage begins with the paragraph that answers, and what stood before it follows apart', () => {
  expect(orderOf('Keepers')).toEqual(['A bell rings twice when fog comes in.', `${FILLER} ${FILLER}`, 'open gate'])
  const writer = new Writer()
  writer.passage(answeringFirst(section('Keepers').slice(0, 1).concat(section('Keepers').slice(2)), answering))
  expect(writer.parts.map((part) => part.text).join('')).toBe(
    `A bell rings twice when fog comes in.\n\n${FILLER} ${FILLER} — Canal › Keepers`,
  )
})

test('a list begins with its item that answers, behind what introduces it; steps stay in their order', () => {
  expect(orderOf('Lamps')).toEqual([
    'A keeper has these:',
    'A bell that rings twice when fog comes in.',
    `${FILLER} ${FILLER}`,
  ])
  expect(orderOf('Steps')).toEqual([`${FILLER} ${FILLER}`, 'Ring the bell twice when fog comes in.'])
})

test('what goes on with the sentence before it stays behind that', () => {
  expect(orderOf('Signals')).toEqual([`${FILLER} ${FILLER} Therefore, it rings twice when fog comes in.`])
})

test('a text without sections is told in its order', () => {
  const { blocks: _, ...plain } = document
  const passage = section('Keepers').map(({ block: _, ...words }) => ({ ...words, document: plain }))
  expect(answeringFirst(passage, answering)).toEqual(passage)
})

test('what is introduced, or goes on with a sentence, stays behind that', () => {
  expect(orderOf('Ropes')).toEqual(section('Ropes').map(({ quote }) => quote))
})

test('no item of a list stands before the one that was chosen to lead', () => {
  const list = section('Lamps')
  const [, lead] = list
  expect(answeringFirst(list, answering, lead && { lead }).map(({ quote }) => quote)).toEqual(
    list.map(({ quote }) => quote),
  )
})

test('an entry says the value that is asked for directly behind its name', () => {
  const at = blocks.findIndex(({ start, end }) => text.slice(start, end).endsWith('It is 40 feet.'))
  const passage = blocks.slice(at - 1, at + 1).map((block) => quotationOf(document, block, block))
  const fits = (sentence: string) => Number(sentence.includes('40'))
  const order = (rules = {}) => answeringFirst(passage, () => 0, rules).map(({ quote }) => quote)
  expect(order({ fits })).toEqual(['`depth`', 'It is 40 feet.', `${FILLER} He rests.`])
  expect(order({ fits: (sentence: string) => fits(sentence) || 0.5 })).toEqual([
    '`depth`',
    `${FILLER} He rests. It is 40 feet.`,
  ])
  expect(order()).toEqual(['`depth`', `${FILLER} He rests. It is 40 feet.`])
})

test('an entry says the value without the sentence before it that only says what the entry is', () => {
  const said = 'It is the water below the keel of a boat that waits at the gate. The default is 40 feet.'
  const entry = documentOf(
    'Locks',
    readHtml(`<h1>Locks</h1><p>Boats.</p><dl><dt>depth</dt><dd>${said} It can be set.</dd></dl>`),
  )
  const passage = openingPassage(quoted(entry, 'The default is 40 feet.'), {
    asksForCode: false,
    asksForList: false,
    longest: 300,
  })
  const fits = (sentence: string) => Number(sentence.includes('40'))
  expect(answeringFirst(passage, () => 0, { fits }).map(({ quote }) => quote)).toEqual([
    'depth',
    'The default is 40 feet.',
  ])
})

test('a way out stands before the trouble that the question tells', () => {
  const [trouble, remedy] = section('Fog').map(({ quote }) => quote)
  const order = (hasTrouble: boolean) =>
    answeringFirst(section('Fog'), () => 0, { hasTrouble }).map(({ quote }) => quote)
  expect(order(true)).toEqual([remedy, trouble])
  expect(order(false)).toEqual([trouble, remedy])
  expect(tellsTrouble('My boats wait in fog; how do I get them in?')).toBe(true)
  expect(tellsTrouble('How do I get boats in?')).toBe(false)
  expect(tellsTrouble('My boats wait in fog for hours. Why?')).toBe(false)
})
