import { expect, test } from 'vitest'
import { readHtml } from '#corpus/readers/html.ts'
import { readMarkdown } from '#corpus/readers/markdown.ts'
import { documentOf, quoted } from '../../test/quoted.ts'
import { openingPassage, type PassageRules } from './opening-passage.ts'

const RULES: PassageRules = { asksForCode: false, asksForList: false, longest: 600 }

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

const document = documentOf('Guide', readMarkdown(GUIDE))

function shown(words: string, rules: Partial<PassageRules> = {}): string {
  const writer = new Writer()
  writer.passage(openingPassage(quoted(document, words), { ...RULES, ...rules }))
  for (const part of writer.parts) {
    if (part.kind === 'quote')
      expect(document.text.slice(part.quotation.start, part.quotation.end)).toBe(part.quotation.quote)
  }
  return writer.parts.map((part) => (part.kind === 'quote' ? `[${part.text}]` : part.text)).join('')
}

test('a short block is shown whole, with the list that follows it; an item of it stands by itself', () => {
  expect(shown('It keeps a server alive.')).toBe(
    '[A body has a limit. It keeps a server alive.]\n\n- [`bodyLimit`: the most bytes.]\n- [`depth`: how deep.]\n\n— Guide › Limits',
  )
  expect(shown('`bodyLimit`: the most bytes.')).toBe('[`bodyLimit`: the most bytes.] — Guide › Limits')
})

test('a row stands under its header', () => {
  expect(shown('depth | 20')).toBe('| [option | default] |\n| --- | --- |\n| [depth | 20] |\n\n— Guide › Limits')
})

test('code is shown whole in a fence that it does not close, behind the sentence that says what it does', () => {
  const code = "serve({\n  bodyLimit: 1,\n\n  x: '```',\n})"
  const told = `[Set the limit so:]\n\n\`\`\`\`js\n[${code}]\n\`\`\`\``
  expect(shown('bodyLimit: 1')).toBe(`${told}\n\n— Guide › Use`)
  expect(shown('Set the limit so:', { asksForCode: true })).toBe(`${told}\n\n— Guide › Use`)
  expect(shown('Set the limit so:')).toBe(`${told}\n\n[Then start it.] — Guide › Use`)
  expect(shown('Then start it.', { asksForCode: true })).toContain(code)
})

test('of a list that is asked for each item is shown by its first sentence, whole where it is short', () => {
  const told = '- [The first one lifts ships.]\n- [The second one is older.]\n- [The third one is shut.]'
  expect(shown('There are three:', { asksForList: true })).toBe(`[There are three:]\n\n${told}\n\n— Guide › Locks`)
  expect(shown('The second one', { asksForList: true })).toContain('[The third one is shut.]')
})

const MANUAL =
  '<h1>Server</h1><p>pg_stop ( pid integer )</p><p>Stops it.</p><dl><dt>port</dt><dd>Where it listens.</dd></dl>'

test('what names a block stands before it: a term, or a line that is no sentence', () => {
  const manual = documentOf('Server', readHtml(MANUAL))
  const told = (words: string) => {
    const writer = new Writer()
    writer.passage(openingPassage(quoted(manual, words), RULES))
    return writer.parts.map(({ text }) => text).join('')
  }
  expect(told('Stops it.')).toMatch(/^pg_stop \( pid integer \)\n\nStops it\./)
  expect(told('Where it listens.')).toBe('port: Where it listens. — Server › port')
})

test('of a long block the sentence that answers comes first, and no more than is read at once', () => {
  const told = shown('The answer is seven.')
  expect(told).toMatch(/^\[The answer is seven\. More is said of it\./)
  expect(told.length).toBeGreaterThan(500)
  expect(told.length).toBeLessThan(620)
})

test('a text whose blocks are not known is quoted from the sentence on', () => {
  const { blocks: _, ...plain } = { ...document, text: 'One. Two. Three.' }
  const lead = { document: plain, start: 5, end: 9, quote: 'Two.' }
  expect(openingPassage(lead, { ...RULES, asksForCode: true }).map(({ quote }) => quote)).toEqual(['Two. Three.'])
})

test('of a list that is asked for, an item or a row that the question names brings nothing else', () => {
  const told = (words: string, name: string) =>
    openingPassage(quoted(document, words), { ...RULES, asksForList: true, writes: (each) => each === name }).map(
      ({ quote }) => quote,
    )
  expect(told('`depth`: how deep.', 'depth')).toEqual(['`depth`: how deep.'])
  expect(told('`bodyLimit`: the most', 'depth')).toEqual(['`bodyLimit`: the most bytes.', '`depth`: how deep.'])
  expect(told('depth | 20', 'depth').join()).not.toContain('size')
  expect(told('depth | 20', 'size').join()).toContain('size')
})

test('a sentence that only goes on with one before it is told with that', () => {
  const words = `The lock is filled. But they wait. ${'It takes an hour. '.repeat(30)}`
  const lock = documentOf('Lock', readMarkdown(words))
  const [first] = openingPassage(quoted(lock, 'But they wait.'), { ...RULES, longest: 100 })
  expect(first?.quote).toMatch(/^The lock is filled\. But they wait\./)
})

test('what replies with yes or no stands behind what it replies to', () => {
  const faq = documentOf('Faq', readMarkdown('# Faq\n\n## Boats may turn in a lock\n\nNo. They turn in the basin.\n'))
  const told = openingPassage(quoted(faq, 'No.'), RULES).map(({ quote }) => quote)
  expect(told).toEqual(['Boats may turn in a lock', 'No. They turn in the basin.'])
})
