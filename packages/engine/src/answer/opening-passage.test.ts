import { expect, test } from 'vitest'
import { readHtml } from '#corpus/readers/html.ts'
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

## Locks

There are three:

- The first one lifts ships. ${'It is used often. '.repeat(12)}
- The second one is older.
- The third one is shut.

## Long

${'Words come first here. '.repeat(20)}The answer is seven. ${'More is said of it. '.repeat(40)}`

const { text, blocks = [] } = readMarkdown(GUIDE)
const document: SourceDocument = { id: 'a', url: 'urn:a', title: 'Guide', text, blocks, sourceType: 'document' }

function quotation(quote: string): Quotation {
  const start = text.indexOf(quote)
  const block = blocks.find((each) => each.start <= start && start < each.end)
  return { document, start, end: start + quote.length, quote, block }
}

function written(quote: string, asksForCode = false, asksForList = false): string {
  const writer = new Writer()
  writer.passage(openingPassage(quotation(quote), { asksForCode, asksForList, longest: 600 }))
  for (const part of writer.parts) {
    if (part.kind === 'quote') expect(text.slice(part.quotation.start, part.quotation.end)).toBe(part.quotation.quote)
  }
  return writer.parts.map((part) => (part.kind === 'quote' ? `[${part.text}]` : part.text)).join('')
}

test('a short block is shown whole, with the list that follows it; an item of it stands by itself', () => {
  expect(written('It keeps a server alive.')).toBe(
    '[A body has a limit. It keeps a server alive.]\n\n- [`bodyLimit`: the most bytes.]\n- [`depth`: how deep.] — Guide › Limits',
  )
  expect(written('`bodyLimit`: the most bytes.')).toBe('[`bodyLimit`: the most bytes.] — Guide › bodyLimit')
})

test('a row stands under its header', () => {
  expect(written('depth | 20')).toBe('| [option | default] |\n| --- | --- |\n| [depth | 20] |\n\n— Guide › Limits')
})

test('code is shown whole in a fence that it does not close, behind the sentence that says what it does', () => {
  const code = "serve({\n  bodyLimit: 1,\n\n  x: '```',\n})"
  const shown = `[Set the limit so:]\n\n\`\`\`\`js\n[${code}]\n\`\`\`\``
  expect(written('bodyLimit: 1')).toBe(`${shown}\n\n— Guide › Use`)
  expect(written('Set the limit so:', true)).toBe(`${shown}\n\n— Guide › Use`)
  expect(written('Set the limit so:')).toBe(`${shown}\n\n[Then start it.] — Guide › Use`)
  expect(written('Then start it.', true)).toContain(code)
})

test('of a list that is asked for each item is shown by its first sentence, whole where it is short', () => {
  const shown = '- [The first one lifts ships.]\n- [The second one is older.]\n- [The third one is shut.]'
  expect(written('There are three:', false, true)).toBe(`[There are three:]\n\n${shown} — Guide › Locks`)
  expect(written('The second one', false, true)).toContain('[The third one is shut.]')
})

const MANUAL =
  '<h1>Server</h1><p>pg_stop ( pid integer )</p><p>Stops it.</p><dl><dt>port</dt><dd>Where it listens.</dd></dl>'

test('what names a block stands before it: a term, or a line that is no sentence', () => {
  const page = readHtml(MANUAL)
  const manual: SourceDocument = {
    id: 'm',
    url: 'urn:m',
    title: 'Server',
    text: page.text,
    blocks: page.blocks ?? [],
    sourceType: 'document',
  }
  const shown = (quote: string) => {
    const start = page.text.indexOf(quote)
    const block = page.blocks?.find((each) => each.start <= start && start < each.end)
    const lead = { document: manual, start, end: start + quote.length, quote, block }
    const writer = new Writer()
    writer.passage(openingPassage(lead, { asksForCode: false, asksForList: false, longest: 600 }))
    return writer.parts.map(({ text }) => text).join('')
  }
  expect(shown('Stops it.')).toMatch(/^pg_stop \( pid integer \)\n\nStops it\./)
  expect(shown('Where it listens.')).toBe('port: Where it listens. — Server › port')
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
  const rules = { asksForCode: true, asksForList: false, longest: 600 }
  expect(openingPassage(lead, rules).map(({ quote }) => quote)).toEqual(['Two. Three.'])
})
