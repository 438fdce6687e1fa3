import { expect, test } from 'vitest'
import { readMarkdown } from '#corpus/readers/markdown.ts'
import type { Quotation } from '#evidence/ledger.ts'
import type { SourceDocument } from '../types.ts'
import { openingPassage } from './opening-passage.ts'
import { Writer } from './writer.ts'

const GUIDE = `# Guide

## Limits

A body has a limit. It keeps a server alive.

- \`bodyLimit\`: the most bytes.
- \`depth\`: how deep.

| option | default |
| ------ | ------- |
| size   | 10      |
| depth  | 20      |

## Use

Set the limit so:

\`\`\`js
serve({
  bodyLimit: 1,

  x: '\`\`\`',
})
\`\`\`

Then start it.

## Long

${'Words come first here. '.repeat(20)}The answer is seven. ${'More is said of it. '.repeat(40)}`

const { text, blocks = [] } = readMarkdown(GUIDE)
const document: SourceDocument = { id: 'a', url: 'urn:a', title: 'Guide', text, blocks, sourceType: 'document' }

function quotation(quote: string): Quotation {
  const start = text.indexOf(quote)
  return { document, start, end: start + quote.length, quote }
}

function written(quote: string, asksForCode = false, mayQuote = (_words: Quotation) => true): string {
  const writer = new Writer()
  writer.passage(openingPassage(quotation(quote), { asksForCode, asksForList: false, mayQuote }))
  for (const part of writer.parts) {
    if (part.kind === 'quote') expect(text.slice(part.quotation.start, part.quotation.end)).toBe(part.quotation.quote)
  }
  return writer.parts.map((part) => (part.kind === 'quote' ? `[${part.text}]` : part.text)).join('')
}

test('a short block is shown whole, with the list that follows it', () => {
  expect(written('It keeps a server alive.')).toBe(
    '[A body has a limit. It keeps a server alive.]\n\n- [`bodyLimit`: the most bytes.]\n- [`depth`: how deep.] — Guide',
  )
  expect(written('`bodyLimit`: the most bytes.')).toBe(
    '- [`bodyLimit`: the most bytes.]\n- [`depth`: how deep.] — Guide',
  )
})

test('a row stands under its header', () => {
  expect(written('depth | 20')).toBe('| [option | default] |\n| --- | --- |\n| [depth | 20] |\n\n— Guide')
})

test('code is shown whole in a fence that it does not close, behind the sentence that says what it does', () => {
  const code = "serve({\n  bodyLimit: 1,\n\n  x: '```',\n})"
  const shown = `[Set the limit so:]\n\n\`\`\`\`js\n[${code}]\n\`\`\`\``
  expect(written('bodyLimit: 1')).toBe(`${shown}\n\n— Guide`)
  expect(written('Set the limit so:', true)).toBe(`${shown}\n\n— Guide`)
  expect(written('Set the limit so:')).toBe(`${shown}\n\n[Then start it.] — Guide`)
  expect(written('Then start it.', true)).toContain(code)
})

test('of a long block the sentence that answers comes first, and no more than is read at once', () => {
  const shown = written('The answer is seven.')
  expect(shown).toMatch(/^\[The answer is seven\. More is said of it\./)
  expect(shown.length).toBeGreaterThan(500)
  expect(shown.length).toBeLessThan(620)
})

test('a text whose blocks are not known is quoted from the sentence on', () => {
  const plain: SourceDocument = { ...document, text: 'One. Two. Three.' }
  delete plain.blocks
  const lead = { document: plain, start: 5, end: 9, quote: 'Two.' }
  expect(
    openingPassage(lead, { asksForCode: true, asksForList: false, mayQuote: () => true }).map(({ quote }) => quote),
  ).toEqual(['Two. Three.'])
})

test('it ends before what may not be quoted, and shows no code that holds it', () => {
  const without = (words: string) => (quotation: Quotation) => !quotation.quote.includes(words)
  expect(written('A body has a limit.', false, without('alive'))).toBe('[A body has a limit.] — Guide')
  expect(written('Set the limit so:', true, without('bodyLimit'))).toBe('[Set the limit so:] — Guide')
  expect(written('Set the limit so:', false, without('bodyLimit'))).toBe('[Set the limit so:] — Guide')
  expect(written('depth | 20', false, without('option'))).toContain('[depth | 20]')
})
