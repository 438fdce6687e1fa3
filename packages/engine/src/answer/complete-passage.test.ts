import { expect, test } from 'vitest'
import { readMarkdown } from '#corpus/readers/markdown.ts'
import type { Quotation } from '#evidence/ledger.ts'
import { completePassage } from './complete-passage.ts'
import { quotationOf } from './quote-block.ts'

const { text, blocks = [] } = readMarkdown(`# Canal

## Locks

Ships go up by locks. A lock is filled from the lake. For example, the upper one takes an hour.

\`\`\`sh
fill upper
\`\`\`

\`upper\` is the name of a lock.

## Dues

Ships pay by weight. For instance, as follows.

\`\`\`
${'pay 1\n'.repeat(200)}
\`\`\`

## Rules

A keeper may:

- open the gate, and
- ring the bell.

## Gates

\`\`\`sh
open gate
\`\`\`

- A gate has two wings.

That is all of gates.

## Bells

- **ring**: Whether the bell rings when a ship comes in.
  Examples:

  \`\`\`sh
  ring on
  \`\`\`

## Levers

\`\`\`sh
pull left right
\`\`\`

The lever \`left\` opens the gate. It is known by:

- its oak

## Lakes

See below.

https://lakes.example/upper

The lake is deep. ${'It is wide. '.repeat(4)}It is cold.`)
const document = { id: 'c', url: 'urn:c', title: 'Canal', text, blocks, sourceType: 'document' }

function quotation(quote: string): Quotation {
  const start = text.indexOf(quote)
  const block = blocks.find((each) => each.start <= start && start < each.end)
  if (block === undefined) throw new Error(`no ${quote}`)
  return quotationOf(document, { start, end: start + quote.length }, block)
}

const completed = (quotes: readonly string[], rules: { longest?: number; beside?: boolean } = {}) =>
  completePassage(quotes.map(quotation), { longest: 600, ...rules }).map(({ quote }) => quote.trim())

test('the example that a sentence announces follows it, and what explains its code', () => {
  const sentences = 'Ships go up by locks. A lock is filled from the lake. For example, the upper one takes an hour.'
  expect(completed([sentences])).toEqual([sentences, 'fill upper', '`upper` is the name of a lock.'])
  expect(completed(['pull left right'])).toEqual(['pull left right', 'The lever `left` opens the gate.'])
})

test('without an example that is short, nothing announces it', () => {
  expect(completed(['Ships pay by weight. For instance, as follows.'])).toEqual(['Ships pay by weight.'])
})

test('what leads up to an item stands before it, where the item goes on with that', () => {
  expect(completed(['ring the bell.'])).toEqual(['A keeper may:', 'ring the bell.'])
})

test('a label stands behind what it is of', () => {
  const all = 'ring: Whether the bell rings when a ship comes in. Examples:'
  expect(completed(['Examples:', 'ring on'])).toEqual([all, 'ring on'])
})

test('items behind code, which nothing leads up to, and bare links are left out', () => {
  expect(completed(['open gate', 'A gate has two wings.'])).toEqual(['open gate'])
  expect(completed(['See below.', 'https://lakes.example/upper'])).toEqual(['See below.'])
  expect(completed(['https://lakes.example/upper'])).toEqual(['https://lakes.example/upper'])
})

test('the short rest of a paragraph is shown where it opens the answer', () => {
  const all = `The lake is deep. ${'It is wide. '.repeat(4)}It is cold.`
  expect(completed(['The lake is deep.'])).toEqual([all])
  expect(completed(['The lake is deep.'], { longest: 100 })).toEqual(['The lake is deep.'])
  expect(completed(['The lake is deep.'], { beside: true })).toEqual([all])
  expect(completed(['The lake is deep.'], { beside: true, longest: 150 })).toEqual(['The lake is deep.'])
})

test('a paragraph is shown from its first sentence on, where only a little stands before the one that answers', () => {
  expect(completed(['It is wide. It is wide. It is wide. It is wide. It is cold.'])).toEqual([
    `The lake is deep. ${'It is wide. '.repeat(4)}It is cold.`,
  ])
})
