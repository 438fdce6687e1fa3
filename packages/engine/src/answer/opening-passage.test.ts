import { expect, test } from 'vitest'
import { readHtml } from '#corpus/readers/html.ts'
import { readMarkdown } from '#corpus/readers/markdown.ts'
import type { Quotation } from '#evidence/ledger.ts'
import type { SourceDocument } from '../types.ts'
import { openingPassage, type PassageRules } from './opening-passage.ts'
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
  expect(written('`bodyLimit`: the most bytes.')).toBe('[`bodyLimit`: the most bytes.] — Guide › Limits')
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

const OPTIONS = `# Tool

It has options.

## Options

- \`follow\`: goes where it is sent. ${'It is slow. '.repeat(30)}A loop ends after ten. That is all.
- \`quiet\`: says nothing.

It has three modes:

- soft
- hard
- mixed

Modes are listed below:

The next are told by name:

### Soft

Keeps all.

### Hard

Drops all.

| name | what |
| ---- | ---- |
| a    | one  |
| b    | two  |
| c    | three |

## Use

First read this. It tells how.

Then call it so:

\`\`\`sh
tool --soft
\`\`\`

At last it is done.`

const tool = readMarkdown(OPTIONS)
const manual: SourceDocument = {
  id: 't',
  url: 'urn:t',
  title: 'Tool',
  text: tool.text,
  blocks: tool.blocks ?? [],
  sourceType: 'document',
}

function told(quote: string, rules: Partial<PassageRules> = {}): string {
  const start = tool.text.indexOf(quote)
  const block = tool.blocks?.find((each) => each.start <= start && start < each.end)
  const lead = { document: manual, start, end: start + quote.length, quote, block }
  const writer = new Writer()
  writer.quotes(openingPassage(lead, { asksForCode: false, asksForList: false, longest: 600, ...rules }))
  return writer.parts.map(({ text }) => text).join('')
}

test('an entry is told from its first sentence on, which stands before one that is far down in it', () => {
  expect(told('That is all.', { longest: 300 })).toMatch(
    /^`follow`: goes where it is sent\. (?:It is slow\. )+… That is all\.$/,
  )
  expect(told('A loop ends after ten.')).toMatch(/^`follow`: goes where it is sent\. It is slow\./)
  expect(told('says nothing.')).toBe('`quiet`: says nothing.')
})

test('what a sentence introduces follows it, and where nothing can it is left out', () => {
  expect(told('It has three modes:', { longest: 19 })).toBe('It has three modes:\n\n- soft\n- hard\n- mixed')
  expect(told('Then call it so:')).toBe('Then call it so:\n\n```sh\ntool --soft\n```\n\nAt last it is done.')
  const bare = readMarkdown('# T\n\nIt is so. See:\n\n# Next')
  const [, block] = bare.blocks ?? []
  const hanging = { ...manual, text: bare.text, blocks: bare.blocks ?? [] }
  const start = bare.text.indexOf('It is so.')
  const lead = { document: hanging, start, end: start + 9, quote: 'It is so.', block }
  const passage = openingPassage(lead, { asksForCode: false, asksForList: false, longest: 600 })
  expect(passage.map(({ quote }) => quote)).toEqual(['T', 'It is so.'])
})

test('of a list that is asked for an item without a name brings all of it, with what introduces it', () => {
  expect(told('hard', { asksForList: true })).toBe('It has three modes:\n\n- soft\n- hard\n- mixed')
  expect(told('`quiet`: says', { asksForList: true })).toBe('`quiet`: says nothing.')
})

test('of a list that is asked for, an item or a row that the question names brings nothing else', () => {
  const rules = { asksForCode: false, asksForList: true, longest: 600 }
  const shown = (quote: string, name: string) =>
    openingPassage(quotation(quote), { ...rules, writes: (each) => each === name }).map((each) => each.quote)
  expect(shown('`depth`: how deep.', 'depth')).toEqual(['`depth`: how deep.'])
  expect(shown('`bodyLimit`: the most', 'depth')).toEqual(['`bodyLimit`: the most bytes.', '`depth`: how deep.'])
  expect(shown('depth | 20', 'depth').join()).not.toContain('size')
  expect(shown('depth | 20', 'size').join()).toContain('size')
})

test('headings below a sentence are the list that it announces, the chapters of a document are not', () => {
  expect(told('The next are told by name:', { asksForList: true })).toBe(
    'The next are told by name:\n\n- Soft: Keeps all.\n- Hard: Drops all.',
  )
  expect(told('It has options.', { asksForList: true })).toBe('It has options.')
})

test('a sentence that stands below a list of terms brings it along', () => {
  const html =
    '<h1>Locks</h1><p>There are two kinds:</p><dl><dt>air</dt><dd>Keeps air.</dd><dt>ship</dt><dd>Lifts.</dd></dl><p>Others are rare.</p>'
  const { text: whole, blocks: all = [] } = readHtml(html)
  const start = whole.indexOf('Others')
  const lead = {
    document: { ...manual, text: whole, blocks: all },
    start,
    end: start + 16,
    quote: 'Others are rare.',
    block: all.at(-1),
  }
  const writer = new Writer()
  writer.quotes(openingPassage(lead, { asksForCode: false, asksForList: true, longest: 600 }))
  expect(writer.parts.map((part) => part.text).join('')).toBe(
    'There are two kinds:\n\n- air: Keeps air.\n- ship: Lifts.\n\nOthers are rare.',
  )
})

test('of a table all rows are shown where several things are asked for', () => {
  expect(told('b | two', { asksForList: true })).toBe(
    '| name | what |\n| --- | --- |\n| a | one |\n| b | two |\n| c | three |',
  )
})

test('code stands behind the sentence directly above it, in the order of the source', () => {
  expect(told('It tells how.', { asksForCode: true })).toBe(
    'First read this. It tells how.\n\nThen call it so:\n\n```sh\ntool --soft\n```',
  )
  expect(told('At last it is done.', { asksForCode: true })).toBe(
    'Then call it so:\n\n```sh\ntool --soft\n```\n\nAt last it is done.',
  )
})

test('code that is cut off says so', () => {
  const long = readMarkdown(`# T\n\n\`\`\`\n${'call this line of code\n'.repeat(100)}\`\`\``)
  const [, block] = long.blocks ?? []
  if (block === undefined) throw new Error('no code')
  const program = { ...manual, text: long.text, blocks: long.blocks ?? [] }
  const lead = { document: program, start: block.start, end: block.start + 22, quote: 'call this line of code', block }
  const writer = new Writer()
  writer.quotes(openingPassage(lead, { asksForCode: true, asksForList: false, longest: 600 }))
  expect(writer.parts.at(-1)?.text).toBe('\n…\n```')
})

test('of a program the part that the answer stands in is shown, and beside an answer less of it', () => {
  const part = (name: string) => `// ${name}\n${`${name}()\n`.repeat(20)}`
  const names = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth']
  const long = readMarkdown(`# T\n\nCall it so:\n\n\`\`\`\n${names.map(part).join('\n')}\`\`\``)
  const block = long.blocks?.at(-1)
  const program = { ...manual, text: long.text, blocks: long.blocks ?? [] }
  const shown = (quote: string, rules: Partial<PassageRules> = {}) => {
    const start = long.text.indexOf(quote)
    const lead = { document: program, start, end: start + quote.length, quote, block }
    const writer = new Writer()
    writer.quotes(openingPassage(lead, { asksForCode: true, asksForList: false, longest: 600, ...rules }))
    return writer.parts.map(({ text }) => text).join('')
  }
  expect(shown('third()')).toMatch(/^Call it so:\n\n```\n…\n\/\/ third\n[\s\S]*\(\)\n…\n```$/)
  expect(shown('third()')).not.toMatch(/second|eighth/)
  expect(shown('Call it so:').length).toBeGreaterThan(1_400)
  expect(shown('Call it so:', { beside: true }).length).toBeLessThan(750)
})

test('a sentence that only goes on with one before it is told with that', () => {
  const words = `The lock is filled. But they wait. ${'It takes an hour. '.repeat(30)}`
  const { text: told, blocks: [block] = [] } = readMarkdown(words)
  const lead = {
    document: { ...manual, text: told, blocks: block ? [block] : [] },
    start: 20,
    end: 34,
    quote: told.slice(20, 34),
    block,
  }
  const [first] = openingPassage(lead, { asksForCode: false, asksForList: false, longest: 100 })
  expect(first?.quote).toMatch(/^The lock is filled\. But they wait\./)
})

test('a table without a header gets an empty one, as Markdown has none without; a row of a name and what it means needs none', () => {
  const page = readHtml('<table><tr><td>a</td><td>1</td></tr><tr><td>b</td><td>2</td></tr></table>')
  const [first, second] = page.blocks ?? []
  const rows = [
    { document: manual, start: 0, end: 5, quote: 'a | 1', block: first },
    { document: manual, start: 6, end: 11, quote: '| b |  2 |', block: second },
  ]
  const written = (quotations: Quotation[]) => {
    const writer = new Writer()
    writer.passage(quotations, 'Locks')
    return writer.parts.map(({ text: words }) => words).join('')
  }
  expect(written(rows)).toBe('| | |\n| --- | --- |\n| a | 1 |\n| b | 2 |\n\n— Locks')
  expect(written(rows.slice(1))).toBe('b: 2 — Locks')
})

test('the sentence above code brings along what it speaks of', () => {
  const page = readMarkdown(
    '# T\n\n## Gates\n\nA gate may be a function. It is called once, so:\n\n```js\ngate(ship)\n```',
  )
  const block = page.blocks?.find(({ kind }) => kind === 'code')
  if (block === undefined) throw new Error('no code')
  const gates = { ...document, text: page.text, blocks: page.blocks ?? [] }
  const lead = { document: gates, start: block.start, end: block.end, quote: 'gate(ship)', block }
  const passage = openingPassage(lead, { asksForCode: true, asksForList: false, longest: 600 })
  expect(passage.map(({ quote }) => quote)).toEqual(['A gate may be a function. It is called once, so:', 'gate(ship)'])
})

test('what explains the term of an item, in paragraphs of its own, is shown behind it', () => {
  const page = readMarkdown('# T\n\n## Gates\n\n- `soft`:\n\n  Shuts without a sound.\n\n- `hard`:\n\n  Shuts at once.')
  const start = page.text.indexOf('Shuts without')
  const block = page.blocks?.find((each) => each.start === start)
  const gates = { ...document, text: page.text, blocks: page.blocks ?? [] }
  const lead = { document: gates, start, end: start + 22, quote: 'Shuts without a sound.', block }
  const passage = openingPassage(lead, { asksForCode: false, asksForList: false, longest: 600 })
  expect(passage.map(({ quote }) => quote)).toEqual(
    ['`soft`:', 'Shuts without a sound.'].map((quote, at) => (at === 0 ? expect.stringContaining(quote) : quote)),
  )
})
