import { expect, test } from 'vitest'
import { readMarkdown } from '#corpus/readers/markdown.ts'
import { contentTerms } from '#language/terms.ts'
import type { SourceDocument } from '../types.ts'
import { definitionsOf } from './definition.ts'

const read = (markdown: string, title = 'Tool'): SourceDocument => {
  const { text, blocks = [] } = readMarkdown(markdown)
  return { id: title, url: 'urn:t', title, text, blocks, sourceType: 'document' }
}

const document = read(`# Tool

The Merge of all.

- \`Merge\`: joins two.
- \`MergeDeep\`: joins all that is in them.
- \`-s, --soft <mode>\`: keeps what is there.
- \`-X\`: keeps nothing.
- \`-x\`: keeps some.
- \`Hull-5\`: has five decks.
- \`ship\`: calls another tool.
- \`--mast\`
- \`--mast <n>\`: has so many of them.
- \`{{=\`: writes a value.
- \`{{\`: runs a line.

## Merge

It is told elsewhere.

## Wooden Boats 1.2

They float.

### Iron Boats

They float as well.

### Boats of wood and iron

They sink.`)

function defined(names: readonly string[], { documents = [document], ofSections = true } = {}) {
  const sides = names.map((name) => ({ name, terms: contentTerms(name) }))
  const weights = new Map(sides.flatMap(({ terms }) => [...terms]).map((term) => [term, 1]))
  return definitionsOf(sides, weights, { documents, ofSections, contentOf: contentTerms }).map((each) => each?.quote)
}

test.each([
  ['Merge', '`Merge`: joins two.'],
  ['`MergeDeep`', '`MergeDeep`: joins all that is in them.'],
  ['tool --soft', '`-s, --soft <mode>`: keeps what is there.'],
  ['--soft of the tool', '`-s, --soft <mode>`: keeps what is there.'],
  ['tool -x', '`-x`: keeps some.'],
  ['tool -X', '`-X`: keeps nothing.'],
  ['hull 5', '`Hull-5`: has five decks.'],
  ['{{=', '`{{=`: writes a value.'],
  ['{{', '`{{`: runs a line.'],
  ['deep', undefined],
  ['tool soft', undefined],
])('%s is told by the entry that stands under its name', (name, quote) => {
  expect(defined([name])).toEqual([quote])
})

test('what both sides are called by explains neither, and an item that is a name alone explains nothing', () => {
  expect(defined(['ship -x', 'ship -X'])).toEqual(['`-x`: keeps some.', '`-X`: keeps nothing.'])
  expect(defined(['ship --mast'])).toEqual(['`--mast <n>`: has so many of them.'])
})

test('a section that is called like one side alone explains it', () => {
  expect(defined(['wooden boats', 'iron boats'])).toEqual(['They float.', 'They float as well.'])
  expect(defined(['wooden boats', 'paper ships'])).toEqual(['They float.', undefined])
  expect(defined(['wooden boats', 'iron boats'], { ofSections: false })).toEqual([undefined, undefined])
})

test('what is compared is explained by one document where one explains all of it', () => {
  const other = read('# Other\n\n- `Merge`: is not this one.', 'Other')
  expect(defined(['Merge', 'MergeDeep'], { documents: [other, document] })).toEqual([
    '`Merge`: joins two.',
    '`MergeDeep`: joins all that is in them.',
  ])
  expect(defined(['Merge', 'Split'], { documents: [other] })).toEqual(['`Merge`: is not this one.', undefined])
})

test('a text without blocks has no entries', () => {
  const { blocks: _, ...plain } = document
  expect(defined(['Merge'], { documents: [plain] })).toEqual([undefined])
})
