import { expect, test } from 'vitest'
import { readMarkdown } from '#corpus/readers/markdown.ts'
import { documentOf, quoted } from '../../test/quoted.ts'
import { shownPassage } from './shown-passage.ts'

const FAR = 'Nothing more is known of the men who dug it, nor of where they went. '.repeat(18)

const document = documentOf(
  'Canal',
  readMarkdown(`# Canal

## Dues

Where a boat carries letters, it pays nothing.

Otherwise, it pays ten pence at every lock that it passes through on its way. ${FAR}

## Weights

${FAR}

A boat weighs at least two tons, and what is lighter is a raft and pays as one, whatever it carries or whoever owns it in the end. Many of the boats that are built by hand on the lake in the winter fall outside this minimum and are let through by night.

${FAR}

## Keys

${FAR}

To be let in by night, ask the keeper for a key, i.e. write:

Dear keeper, lend me the key of the upper lock for one night.

${FAR}

## Parts

- gate holds the water back until the lock is full, and is the heaviest part of all of them by far, so that two men move it. It is made of oak, elm, or iron.
- sluice lets the water in. Its sides are one of these:
  - left
- sill is what the gate rests on.

## Levers

1. Go to the gate.

   Pull the lever:

   lift --gate upper

   in order to let the water in, which takes an hour or so by day.

${FAR}`),
)

function shown(quote: string, rules: { asksForList?: boolean; beside?: boolean; longest?: number } = {}): string[] {
  const passage = shownPassage(quoted(document, quote), {
    asksForCode: false,
    asksForList: false,
    longest: 300,
    ...rules,
  })
  return passage.map((each) => each.quote)
}

test('what goes on with a paragraph stands behind that', () => {
  const [first, second] = shown('Otherwise, it pays ten pence at every lock that it passes through on its way.')
  expect(first).toBe('Where a boat carries letters, it pays nothing.')
  expect(second).toMatch(/^Otherwise, it pays/)
})

test('what "this minimum" is stands before it, though both are long', () => {
  const [first = ''] = shown(
    'Many of the boats that are built by hand on the lake in the winter fall outside this minimum and are let through by night.',
  )
  expect(first).toMatch(/^A boat weighs at least two tons/)
  expect(first).toMatch(/fall outside this minimum/)
})

test('what a sentence introduces stands behind it', () => {
  const [first, second] = shown('Dear keeper, lend me the key of the upper lock for one night.')
  expect(first).toBe('To be let in by night, ask the keeper for a key, i.e. write:')
  expect(second).toMatch(/^Dear keeper/)
})

test('of a list the item that answers is whole, and none but the last introduces anything', () => {
  const gate =
    'gate holds the water back until the lock is full, and is the heaviest part of all of them by far, so that two men move it.'
  expect(shown(gate, { asksForList: true })).toEqual([
    `${gate} It is made of oak, elm, or iron.`,
    'sluice lets the water in.',
    'sill is what the gate rests on.',
  ])
})
