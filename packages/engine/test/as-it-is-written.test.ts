import { expect, test } from 'vitest'
import { readMarkdown } from '../src/corpus/readers/markdown.ts'
import { createEngine } from '../src/engine.ts'
import type { SourceDocument } from '../src/types.ts'
import { memoryLibrary } from './memory-library.ts'

const MANUAL = `# Ferry tool

It moves boats between quays.

## Ways to stop a ferry

- \`--soft\`: leaves all that is loaded where it is. The crew goes home.
- \`--hard\`: unloads what is there. Nothing is kept of it.

## Limits of a ferry

| limit | most | what it bounds |
| ----- | ---- | -------------- |
| cars  | 40   | the cars that a ferry carries |
| masts | 2    | the masts of a ferry |
| crew  | 12   | the people who work on a ferry |

## Painting

A hull is painted every second year. The paint is red.`

const manual: SourceDocument = { id: 'm', url: 'urn:m', title: 'Ferry tool', text: '', sourceType: 'document' }
const bread: SourceDocument = { ...manual, id: 'b', url: 'urn:b', title: 'Bread', text: 'Bread is baked at dawn.' }

/** What is answered from a manual. */
function answerOf(markdown: string): (query: string) => Promise<string> {
  const { text, blocks = [] } = readMarkdown(markdown)
  const library = memoryLibrary([{ ...manual, text, blocks }, bread])
  const engine = createEngine({ library, now: () => 0 })
  return async (query) => {
    for await (const event of engine.research({ query, level: 'medium' }, { signal: new AbortController().signal }))
      if (event.type === 'completed') return event.result.answer_clean
    throw new Error('no answer')
  }
}
const answerTo = answerOf(MANUAL)

test('things that are compared by their names are told by their entries', async () => {
  const told = await answerTo('What is the difference between --hard and --soft of the ferry tool?')
  expect(told).toMatch(/`--hard`: unloads what is there\./)
  expect(told).toMatch(/`--soft`: leaves all that is loaded/)
})

test('the limits in a table are one table under its header', async () => {
  expect(await answerTo('What are the limits of a ferry?')).toContain(
    '| limit | most | what it bounds |\n| --- | --- | --- |\n| cars | 40 | the cars that a ferry carries |\n| masts | 2 | the masts of a ferry |\n| crew | 12 |',
  )
})

const DREDGING = `# Dredging

A bed is cleared by hand or by machine.

## Description

A plain \`DREDGE\` (without \`DEEP\`) simply lifts loose mud and leaves the bed open. It can go on beside the traffic.

Stones that were dropped by boats are lifted with it, as far as they are small, and are put ashore where the next road is, from which carts take them away.

## Parameters

- \`DEEP\`: Selects the “deep” dredge, which lifts more mud, but takes much longer and closes the canal.

## Water levels

The law of canals defines three water levels. The lowest is never allowed in summer.

What is kept out at each level is:

- ice
- weed

Levels are set by the warden.

| Water level | Boats | Fish |
| ----------- | ----- | ---- |
| ebb         | none  | eel  |
| mean        | rafts | pike |
| brim        | all   | carp |`

test('of two things of which one is named within the other each is told', async () => {
  const told = await answerOf(DREDGING)('What is the difference between DREDGE and DREDGE DEEP?')
  expect(told).toMatch(/Selects the “deep” dredge/)
  expect(told).toMatch(/plain `DREDGE` \(without `DEEP`\) simply lifts loose mud/)
})
