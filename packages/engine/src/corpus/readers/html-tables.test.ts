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
      ['row', '1 | -', 'Locks'],
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

describe('cells that cover several rows or columns', () => {
  const rows = (html: string) => {
    const { text, blocks = [] } = readHtml(html)
    expectSoundBlocks(text, blocks)
    return blocks.map(({ start, end, number }) => [number, text.slice(start, end)])
  }

  it('stand in each of them, with a header, without one, and in the header itself', () => {
    const body =
      '<tr><td rowspan="2">R-100</td><td>16</td><td>230</td></tr><tr><td>10</td><td>110</td></tr><tr><td>R-200</td><td colspan="2">none</td></tr>'
    const head =
      '<thead><tr><th rowspan="2">Model</th><th colspan="2">Summer</th></tr><tr><th>Amperes</th><th>Volts</th></tr></thead>'
    expect(rows(`<table>${head}<tbody>${body}</tbody></table>`)).toEqual([
      [0, 'Model | Summer Amperes | Summer Volts'],
      [1, 'R-100 | 16 | 230'],
      [2, 'R-100 | 10 | 110'],
      [3, 'R-200 | none | none'],
    ])
    expect(rows(`<table>${body}</table>`).map(([, text]) => text)).toEqual([
      'R-100 | 16 | 230',
      'R-100 | 10 | 110',
      'R-200 | none | none',
    ])
  })

  it('leave no row shorter than its header', () => {
    expect(rows('<table><tr><th>A<th>B<th>C<tr><td>1<td>2</table>').at(-1)).toEqual([1, '1 | 2 | -'])
  })

  it('make no huge text of a short page', () => {
    const wide = `<tr>${`<td rowspan=9999 colspan=99>${'x'.repeat(500)}</td>`.repeat(9)}</tr>`
    const { text } = readHtml(`<table><tr><th>a<th>b</tr>${wide}${'<tr><td>y</td></tr>'.repeat(2_000)}</table>`)
    expect(text.length).toBeLessThan(5_000_000)
  })
})
