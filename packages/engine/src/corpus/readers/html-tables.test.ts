import { describe, expect, it } from 'vitest'
import { expectSoundBlocks } from '../../../test/corpus/sound-blocks.ts'
import { readHtml } from './html.ts'

describe('tables of a page', () => {
  const kinds = (html: string) => {
    const { text, blocks = [] } = readHtml(html)
    return blocks.map(({ start, end, kind }) => [kind, text.slice(start, end)])
  }

  it('reads a table of labels as items, a label before each value', () => {
    const row = (label: string, value: string) => `<tr><th><a href="#x">${label}</a></th><td>${value}</td></tr>`
    expect(kinds(`<table>${row('Syntax:', '<code>Lock on</code>')}${row('Default', 'off')}</table>`)).toEqual([
      ['item', 'Syntax: `Lock on`'],
      ['item', 'Default: off'],
    ])
    expect(kinds('<table><tr><th>a</th><th>b</th></tr><tr><th>x</th><td>1</td></tr></table>')).toEqual([
      ['row', 'a | b'],
      ['row', 'x | 1'],
    ])
  })

  it('takes a first row of labels for the header of a wide table without one', () => {
    const table = (...rows: string[]) =>
      `<table>${rows.map((row) => `<tr><td>${row.replaceAll('|', '<td>')}</tr>`).join('')}</table>`
    const numbers = (html: string) => (readHtml(html).blocks ?? []).map(({ number }) => number)
    expect(numbers(table('Lock|Width|Toll', 'Salt Lock|4 m|2', 'Corn Lock|6 m|3'))).toEqual([0, 1, 2])
    expect(numbers(table('Salt Lock|4 m|2', 'Corn Lock|6 m|3', 'Rye Lock|7 m|3'))).toEqual([1, 2, 3])
    expect(numbers(table('Lock|Toll', 'Salt Lock|2', 'Corn Lock|3'))).toEqual([1, 2, 3])
    expect(numbers(table('Lock|Width|Toll', 'Salt Lock|4 m|2|none', 'Corn Lock|6 m|3'))).toEqual([1, 2, 3])
  })

  it('leaves out the marks of a list that was set in rows by hand', () => {
    expect(kinds('<table><tr><th>Lock</th><th>Toll</th></tr><tr><td> • Salt</td><td>2</td></tr></table>')[1]).toEqual([
      'row',
      'Salt | 2',
    ])
  })

  it('sets a label before its remark, and ends a table whose last cell is empty', () => {
    const { text, blocks = [] } = readHtml(
      '<h2>Locks</h2><table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td></td></tr></table><p>After.</p>' +
        '<div class="note"><h3>Note</h3><p>It lifts.</p></div><p class="admonition-title">Warning</p><p>Mind it.</p><h3>Notes</h3><p>More.</p>',
    )
    expect(blocks.map(({ start, end, kind, path }) => [kind, text.slice(start, end), path.at(-1)])).toEqual([
      ['heading', 'Locks', undefined],
      ['row', 'a | b', 'Locks'],
      ['row', '1', 'Locks'],
      ['paragraph', 'After.', 'Locks'],
      ['paragraph', 'Note: It lifts.', 'Locks'],
      ['paragraph', 'Warning: Mind it.', 'Locks'],
      ['heading', 'Notes', 'Locks'],
      ['paragraph', 'More.', 'Notes'],
    ])
  })

  it('keeps what is parted within a cell in its row, where the table has a header', () => {
    const row = '<tr><td>gate</td><td>Either:<ul><li><code>up</code>&nbsp;<b>(default)</b></li><li>down</li></ul></td>'
    const cells = `${row}<td><p>Lifts it.<br>Slowly.</p><p>Or not.</p></td></tr>`
    const { text, blocks = [] } = readHtml(
      `<table><tr><th>Name</th><th>Values</th><th>Use</th></tr>${cells}</table><p>After.`,
    )
    expectSoundBlocks(text, blocks)
    expect(blocks.map(({ kind, start, end }) => [kind, text.slice(start, end)])).toEqual([
      ['row', 'Name | Values | Use'],
      ['row', 'gate | Either: `up` (default), down | Lifts it. Slowly. Or not.'],
      ['paragraph', 'After.'],
    ])
    const column = '<table><tr><th>Function</th></tr><tr><td><p>open()</p><p>Opens it.</p></td></tr></table>'
    expect(readHtml(column).text).toBe('Function\nopen()\n\nOpens it.')
    expect(readHtml(`<table><tr><td>Menu</td><td><ul><li>up</li><li>down</li></ul></td></tr></table>`).text).toContain(
      '\n- down',
    )
  })
})

it('a row that holds a question heads the answers below it', () => {
  const page = `<h3>1. Locks</h3><table class="qandaset">
    <tr class="question"><td><a name="q"></a><b>1.1.</b></td><td><b>Why does the gate stick?</b></td></tr>
    <tr class="answer"><td></td><td><p>Ice holds it.</p><p>Use the lever.</p></td></tr>
    <tr class="question"><td><b>1.2.</b></td><td><b>How is it opened?</b><pre>:gate open</pre></td></tr>
    <tr class="answer"><td></td><td>By the wheel.</td></tr></table><p>More is in the book.</p>`
  const { text, blocks = [] } = readHtml(page)
  expectSoundBlocks(text, blocks)
  expect(blocks.map(({ start, end, kind, path }) => [kind, text.slice(start, end), path.slice(1).join(' › ')])).toEqual(
    [
      ['heading', '1. Locks', ''],
      ['heading', '1.1. Why does the gate stick?', ''],
      ['paragraph', 'Ice holds it.', '1.1. Why does the gate stick?'],
      ['paragraph', 'Use the lever.', '1.1. Why does the gate stick?'],
      ['heading', '1.2. How is it opened?', ''],
      ['code', ':gate open', '1.2. How is it opened?'],
      ['paragraph', 'By the wheel.', '1.2. How is it opened?'],
      ['paragraph', 'More is in the book.', ''],
    ],
  )
})
