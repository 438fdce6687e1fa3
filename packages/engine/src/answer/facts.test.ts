import { expect, test } from 'vitest'
import { readHtml } from '#corpus/readers/html.ts'
import { readMarkdown } from '#corpus/readers/markdown.ts'
import type { SourceDocument } from '../types.ts'
import { named } from './named.ts'
import { quotationOf } from './quote-block.ts'
import { Writer } from './writer.ts'

/** Writes all of a text. */
function written(markdown: string): string {
  return writtenOf(readMarkdown(markdown))
}

function writtenOf({ text, blocks = [] }: ReturnType<typeof readMarkdown>): string {
  const document: SourceDocument = { id: 'd', url: 'urn:d', title: 'Lock', text, blocks, sourceType: 'document' }
  const writer = new Writer()
  writer.quotes(blocks.map((block) => quotationOf(document, block, block)))
  return writer.parts.map((part) => (part.kind === 'quote' ? `[${part.text}]` : part.text)).join('')
}

test('the facts of an option stand in brackets behind its name, where they are short', () => {
  expect(written('##### rate\n\nType: `number`\\\nDefault: `4` (a day)\n\nHow often it opens.')).toBe(
    '**[rate]** ([Type: `number`], [Default: `4` (a day)]): [How often it opens.]',
  )
  expect(written('##### rate\n\nType: `number`\nDefault: `4`\\\nHow often it opens.')).toBe(
    '**[rate]** ([Type: `number`], [Default: `4`]): [How often it opens.]',
  )
  const long = `${'`dawn` or '.repeat(14)}\`dusk\``
  expect(written(`##### rate\n\nType: ${long}\\\nDefault: \`dusk\`\n\nWhen it opens.`)).toBe(
    `**[rate]**\n\n- [Type: ${long}]\n- [Default: \`dusk\`]\n\n[When it opens.]`,
  )
})

test('a bullet leaves out the facts that its sentence stands behind', () => {
  const { text, blocks = [] } = readMarkdown('##### rate\n\nType: `number`\\\nHow often it opens.')
  const document: SourceDocument = { id: 'd', url: 'urn:d', title: 'Lock', text, blocks, sourceType: 'document' }
  const writer = new Writer()
  writer.bullets(blocks.slice(1).map((block) => [quotationOf(document, block, block)]))
  expect(writer.parts.map((part) => part.text).join('')).toMatch(/^- How often it opens\. — /)
})

test('a fact that introduces a list stands above it', () => {
  expect(written('##### gate\n\nType: `string`\\\nValues:\n\n- `up`\n- `down`')).toBe(
    '**[gate]**\n\n- [Type: `string`]\n\n[Values:]\n\n- [- `up`]\n- [- `down`]',
  )
})

test('what is no fact of an option stays a paragraph', () => {
  expect(written('##### gate\n\nA type: it opens. Default: none.')).toBe('[gate]: [A type: it opens. Default: none.]')
})

test('facts that stand in the row of a table are listed, but for that which says where an option belongs', () => {
  const row = '<table><tr><td>rate</td><td>Use: locks</td><td>Type: time</td><td>Default: 4h</td></tr></table>'
  expect(writtenOf(readHtml(`<h2>Locks</h2>${row}<p>How often it opens.</p><p>Note: use it.</p>`))).toContain(
    '**[rate]** ([Type: time], [Default: 4h]): [How often it opens.]\n\n[Note: use it.]',
  )
})

test('an option is named that a numbered heading names', () => {
  const { text, blocks = [] } = readMarkdown('# Lock\n\n## 3.2. open_rate\n\nType: time\n\nHow often it opens.')
  const document: SourceDocument = { id: 'd', url: 'urn:d', title: 'Lock', text, blocks, sourceType: 'document' }
  const last = blocks.slice(-1).map((block) => quotationOf(document, block, block))
  expect(named(last, blocks).map(({ quote }) => quote)[0]).toBe('open_rate')
})

test('the facts of a table below a heading stand below that, whatever it looks like', () => {
  const table =
    '<table><thead><tr><th>type</th><th>default</th></tr></thead><tbody><tr><td>time</td><td>4h</td></tr></tbody></table>'
  const { text, blocks = [] } = readHtml(`<h1>Lock</h1><h2>OpenRate</h2>${table}<p>How often it opens.</p>`)
  const document: SourceDocument = { id: 'd', url: 'urn:d', title: 'Lock', text, blocks, sourceType: 'document' }
  const passage = named(
    blocks.slice(-1).map((block) => quotationOf(document, block, block)),
    blocks,
  )
  expect(passage.map(({ quote }) => quote)).toEqual(['OpenRate', 'Type: time | Default: 4h\n\nHow often it opens.'])
})
