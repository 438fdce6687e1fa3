import { expect, test } from 'vitest'
import { readHtml } from '#corpus/readers/html.ts'
import { readMarkdown } from '#corpus/readers/markdown.ts'
import { documentOf, quoted, written } from '../../test/quoted.ts'
import { openingPassage, type PassageRules } from './opening-passage.ts'

const RULES: PassageRules = { asksForCode: false, asksForList: false, longest: 600 }

import { Writer } from './writer.ts'

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
| c    | three |`

const tool = documentOf('Tool', readMarkdown(OPTIONS))

function told(words: string, rules: Partial<PassageRules> = {}): string {
  return written(openingPassage(quoted(tool, words), { ...RULES, ...rules }))
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
  const hanging = documentOf('Tool', readMarkdown('# T\n\nIt is so. See:\n\n# Next'))
  const passage = openingPassage(quoted(hanging, 'It is so.'), RULES)
  expect(passage.map(({ quote }) => quote)).toEqual(['T', 'It is so.'])
})

test('of a list that is asked for an item without a name brings all of it, with what introduces it', () => {
  expect(told('hard', { asksForList: true })).toBe('It has three modes:\n\n- soft\n- hard\n- mixed')
  expect(told('`quiet`: says', { asksForList: true })).toBe('`quiet`: says nothing.')
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
  const lead = quoted(documentOf('Locks', readHtml(html)), 'Others are rare.')
  expect(written(openingPassage(lead, { ...RULES, asksForList: true }))).toBe(
    'There are two kinds:\n\n- air: Keeps air.\n- ship: Lifts.\n\nOthers are rare.',
  )
})

test('of a table all rows are shown where several things are asked for', () => {
  expect(told('b | two', { asksForList: true })).toBe(
    '| name | what |\n| --- | --- |\n| a | one |\n| b | two |\n| c | three |',
  )
})

test('rows of a name and what it means are a list where their table has no header; a wider one gets an empty header, as Markdown has none without', () => {
  const table = readHtml('<table><tr><td>a</td><td>1</td></tr><tr><td>b</td><td>2</td></tr></table>')
  const page = documentOf('Locks', table)
  const rows = ['a | 1', 'b | 2'].map((words) => quoted(page, words))
  const shown = (quotations: typeof rows) => {
    const writer = new Writer()
    writer.passage(quotations, 'Locks')
    return writer.parts.map(({ text }) => text).join('')
  }
  expect(shown(rows)).toBe('- a: 1\n- b: 2\n\n— Locks')
  expect(shown(rows.slice(1))).toBe('b: 2 — Locks')
  const parted = readHtml('<table><tr><td>a</td><td>1</td></tr><tr><td>b</td><td>2</td></tr></table><p>Options</p>')
  const withLabel = ['a | 1', 'b | 2', 'Options'].map((words) => quoted(documentOf('Locks', parted), words))
  expect(shown(withLabel)).toBe('- a: 1\n- b: 2\n\nOptions — Locks')
  const wide = documentOf('Locks', readHtml('<table><tr><td>a</td><td>1</td><td>x</td></tr></table>'))
  expect(shown([quoted(wide, 'a | 1 | x')])).toBe('| | | |\n| --- | --- | --- |\n| a | 1 | x |\n\n— Locks')
})

test('what explains the term of an item, in paragraphs of its own, is shown behind it', () => {
  const page = readMarkdown('# T\n\n## Gates\n\n- `soft`:\n\n  Shuts without a sound.\n\n- `hard`:\n\n  Shuts at once.')
  const passage = openingPassage(quoted(documentOf('T', page), 'Shuts without a sound.'), RULES)
  expect(passage.map(({ quote }) => quote)).toEqual(
    ['`soft`:', 'Shuts without a sound.'].map((quote, at) => (at === 0 ? expect.stringContaining(quote) : quote)),
  )
})

test('terms that are asked for stand with what each is, and behind an answer in passing by their names alone where that is long', () => {
  const terms = Array.from(
    { length: 8 },
    (_, i) => `<dt>word${i}</dt><dd>It stands for what is asked of the tool number ${i}, as it was put.</dd>`,
  )
  const page = documentOf(
    'Words',
    readHtml(`<h1>Words</h1><h2>Names</h2><p>It knows these words:</p><dl>${terms.join('')}</dl>`),
  )
  const shown = (asksForList: boolean) =>
    written(openingPassage(quoted(page, 'It knows these words:'), { ...RULES, asksForList }))
  expect(shown(true)).toMatch(/- word7: It stands for/)
  expect(shown(false)).toMatch(/- word7$/)
})

test('an item that is quoted in two parts is marked as one above what is listed of it', () => {
  const page = documentOf('T', readMarkdown('# T\n\n- gate: It opens. It is old. It is slow.\n  - upper\n  - lower\n'))
  const parts = ['gate: It opens.', 'It is slow.', 'upper', 'lower'].map((words) => quoted(page, words))
  expect(written(parts)).toBe('- gate: It opens. … It is slow.\n  - upper\n  - lower')
})
