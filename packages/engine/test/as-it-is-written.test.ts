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

const { text, blocks = [] } = readMarkdown(MANUAL)
const manual: SourceDocument = { id: 'm', url: 'urn:m', title: 'Ferry tool', text, blocks, sourceType: 'document' }
const bread: SourceDocument = { ...manual, id: 'b', url: 'urn:b', title: 'Bread', text: 'Bread is baked at dawn.' }
delete bread.blocks
const engine = createEngine({ library: memoryLibrary([manual, bread]), now: () => 0 })

async function answerTo(query: string): Promise<string> {
  for await (const event of engine.research({ query, level: 'medium' }, { signal: new AbortController().signal }))
    if (event.type === 'completed') return event.result.answer_clean
  throw new Error('no answer')
}

test('things that are compared by their names are told by their entries, in the order of the question', async () => {
  expect(await answerTo('What is the difference between --hard and --soft of the ferry tool?')).toMatch(
    /`--hard`: unloads what is there\.[\s\S]*`--soft`: leaves all that is loaded/,
  )
})

test('the limits in a table are one table under its header', async () => {
  expect(await answerTo('What are the limits of a ferry?')).toContain(
    '| limit | most | what it bounds |\n| --- | --- | --- |\n| cars | 40 | the cars that a ferry carries |\n| masts | 2 | the masts of a ferry |\n| crew | 12 |',
  )
})
