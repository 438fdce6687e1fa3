import { expect, test } from 'vitest'
import { readMarkdown } from '#corpus/readers/markdown.ts'
import type { SourceDocument } from '../types.ts'
import { quotationOf } from './quote-block.ts'
import { Writer } from './writer.ts'

/** Writes all of a text. */
function written(markdown: string): string {
  const { text, blocks = [] } = readMarkdown(markdown)
  const document: SourceDocument = { id: 'd', url: 'urn:d', title: 'Lock', text, blocks, sourceType: 'document' }
  const writer = new Writer()
  writer.quotes(blocks.map((block) => quotationOf(document, block, block)))
  return writer.parts.map((part) => (part.kind === 'quote' ? `[${part.text}]` : part.text)).join('')
}

test('the facts of an option stand in a list below its name', () => {
  expect(written('##### rate\n\nType: `number`\\\nDefault: `4` (a day)\n\nHow often it opens.')).toBe(
    '**[rate]**\n\n- [Type: `number`]\n- [Default: `4` (a day)]\n\n[How often it opens.]',
  )
  expect(written('##### rate\n\nType: `number`\nDefault: `4`\\\nHow often it opens.')).toBe(
    '**[rate]**\n\n- [Type: `number`]\n- [Default: `4`]\n\n[How often it opens.]',
  )
})

test('a fact that introduces a list stands above it', () => {
  expect(written('##### gate\n\nType: `string`\\\nValues:\n\n- `up`\n- `down`')).toBe(
    '**[gate]**\n\n- [Type: `string`]\n\n[Values:]\n\n- [- `up`]\n- [- `down`]',
  )
})

test('what is no fact of an option stays a paragraph', () => {
  expect(written('##### gate\n\nA type: it opens. Default: none.')).toBe('[gate]: [A type: it opens. Default: none.]')
})
