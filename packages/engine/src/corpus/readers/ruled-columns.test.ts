import { describe, expect, it } from 'vitest'
import { withRuledColumns } from './ruled-columns.ts'
import { readText } from './text.ts'

const TABLE = `The fields are:

       field      Size  Meaning
       -----      ----  -------
       level      2     How high the water stands, and
                        since when
       boat type        Boats in the chamber
       gate       0-7
       # A keeper

They end here.
`

describe('withRuledColumns', () => {
  it('makes rows of a table whose header is underlined column by column', () => {
    const { text, blocks = [] } = readText(TABLE)
    const rows = blocks.filter(({ kind }) => kind === 'row')
    expect(rows.map(({ start, end, number }) => [number, text.slice(start, end)])).toEqual([
      [0, '| field | Size | Meaning |'],
      [1, '| level | 2 | How high the water stands, and since when |'],
      [2, '| boat type |  | Boats in the chamber |'],
      [3, '| gate | 0-7 |  |'],
      [4, '| # A keeper |  |  |'],
    ])
  })

  it('ends where something stands across the columns or before them', () => {
    const across = TABLE.replace('# A keeper', '# Another keeper')
    expect(withRuledColumns(across)).toMatch(/\| gate \| 0-7 \| {2}\|\n {7}# Another keeper\n/)
    expect(withRuledColumns(TABLE.replace('       # A', '     # A'))).toMatch(/\|\n {5}# A keeper\n/)
  })

  it.each([
    ['a single row', 'Name   Use\n----   ---\nlock   lift\n'],
    [
      'a line whose parts are underlined',
      'open the   gate now\n---------  --------\nverb                object of it\n',
    ],
    ['a header without a name', '       Use\n----   ---\nlock   lift\ngate   hold\n'],
    ['cells with bars', 'Name   Use\n----   ---\na|b    lift\nc|d    hold\n'],
  ])('leaves %s as it is', (_, lines) => {
    expect(withRuledColumns(lines)).toBe(lines)
  })
})
