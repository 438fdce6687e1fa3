import { expect, test } from 'vitest'
import { readMarkdown } from '#corpus/readers/markdown.ts'
import type { SourceDocument } from '../types.ts'
import { definitionOf } from './definition.ts'

const { text, blocks = [] } = readMarkdown(`# Tool

The Merge of all.

- \`Merge\`: joins two.
- \`MergeDeep\`: joins all that is in them.
- \`-s, --soft <mode>\`: keeps what is there.

## Merge

It is told elsewhere.

### tool.open(path[, mode])

Opens one.

### keepOpen

Keeps it open.`)
const document: SourceDocument = { id: 't', url: 'urn:t', title: 'Tool', text, blocks, sourceType: 'document' }

test.each([
  ['Merge', '`Merge`: joins two.'],
  ['`MergeDeep`', '`MergeDeep`: joins all that is in them.'],
  ['tool --soft', '`-s, --soft <mode>`: keeps what is there.'],
  ['--soft of the tool', '`-s, --soft <mode>`: keeps what is there.'],
  ['keepOpen of the tool', 'Keeps it open.'],
  ['tool open', 'Opens one.'],
  ['open', 'Opens one.'],
  ['the tool', undefined],
  ['deep', undefined],
  ['tool soft', undefined],
])('%s is told by the entry that stands under its name', (name, quote) => {
  expect(definitionOf(name, [document])?.quote).toBe(quote)
})

test('a text without blocks has no entries', () => {
  const { blocks: _, ...plain } = document
  expect(definitionOf('Merge', [plain])).toBeUndefined()
})
