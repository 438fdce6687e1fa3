import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectSoundBlocks } from '../../../test/corpus/sound-blocks.ts'
import { readText, textBlocks } from './text.ts'

const shown = (raw: string) => {
  const { text, blocks = [] } = readText(raw)
  return blocks.map(({ start, end, kind, path, ...rest }) => [kind, text.slice(start, end), path.join(' › '), rest])
}

describe('readText', () => {
  it('reads a page as a terminal shows it: without what makes signs bold, underlined or coloured', () => {
    const bold = (words: string) => words.replace(/\S/g, '$&\b$&')
    const page = `${bold('OPTIONS')}\n       _\bl_\bo_\bc_\bk  fills \u001b[1;4mthe\u001b[0m chamber.\n`
    expect(readText(page).text).toBe('OPTIONS\n       lock  fills the chamber.\n')
  })

  it('takes what is typed behind a prompt, and what comes of it, for code', () => {
    const page = `NAME
       lock - fills locks

EXAMPLES
       Copy a key
              ann@canal ~ $ lock -c upper
              Copied upper.

       Ask for all of them:

       lockdb> select upper
       upper is full
`
    expect(
      shown(page)
        .filter(([kind]) => kind === 'code')
        .map(([, words]) => words),
    ).toEqual([
      expect.stringMatching(/^ *ann@canal ~ \$ lock -c upper\n *Copied upper\.$/),
      expect.stringMatching(/^ *lockdb> select upper\n *upper is full$/),
    ])
  })

  it('takes no line in columns, and none that goes on with a sentence, for a heading where text is set apart', () => {
    const body = 'The lock is filled from the lake above it, which is slow.\n'
    const page = `NAME\n${`       ${body}`.repeat(12)}\nup and down    moves the gate by a step.\n\nat the end of the lock there is a gate of iron\n\nSEE ALSO\n       ${body}`
    expect(
      shown(page)
        .filter(([kind]) => kind === 'heading')
        .map(([, words]) => words),
    ).toEqual(['NAME', 'SEE ALSO'])
  })

  it('tells paragraphs, headings, lists, code and tables by their lines', () => {
    expect(
      shown(`Guide
=====

A paragraph that
goes on.\r

Setup
-----
1. First
   goes on
   - **deep** inner
2. Second

Outside.

    let x = 1;

      y();

    No code at all here,
    but set apart.

name | kg
-----|---
lion | 190

\`\`\`ts
  a

b
\`\`\`
Contents ........ 3
Page 4 of 9
NOTES

End.`),
    ).toEqual([
      ['heading', 'Guide', '', { level: 1 }],
      ['furniture', '=====', 'Guide', {}],
      ['paragraph', 'A paragraph that\ngoes on.', 'Guide', {}],
      ['heading', 'Setup', 'Guide', { level: 2 }],
      ['furniture', '-----', 'Guide › Setup', {}],
      ['item', '1. First\n   goes on', 'Guide › Setup', { depth: 1, number: 1 }],
      ['item', '- **deep** inner', 'Guide › Setup › deep', { depth: 2 }],
      ['item', '2. Second', 'Guide › Setup', { depth: 1, number: 2 }],
      ['caption', 'Outside.', 'Guide › Setup', {}],
      ['code', '    let x = 1;\n\n      y();', 'Guide › Setup', {}],
      ['paragraph', 'No code at all here,\n    but set apart.', 'Guide › Setup', {}],
      ['row', 'name | kg', 'Guide › Setup', { number: 0 }],
      ['furniture', '-----|---', 'Guide › Setup', {}],
      ['row', 'lion | 190', 'Guide › Setup', { number: 1 }],
      ['furniture', '```ts', 'Guide › Setup', {}],
      ['code', '  a\n\nb', 'Guide › Setup', { language: 'ts' }],
      ['furniture', '```', 'Guide › Setup', {}],
      ['furniture', 'Contents ........ 3', 'Guide › Setup', {}],
      ['furniture', 'Page 4 of 9', 'Guide › Setup', {}],
      ['heading', 'NOTES', 'Guide', { level: 2 }],
      ['paragraph', 'End.', 'Guide › NOTES', {}],
    ])
  })

  it('sees that all running text is indented, what stands out of it, and terms above what explains them', () => {
    const prose = Array.from(
      { length: 12 },
      (_, at) => `       It is a line of the text, number ${at}, to fill the page.`,
    )
    const page = [
      'TOOL(1)                General Commands                TOOL(1)',
      '',
      'NAME',
      ...prose,
      '',
      'OPTIONS',
      '   Choosing files',
      '       -z, --gzip',
      '              Filter the archive (of any kind) through another tool.',
      '',
      '       -k     Keep what is there already, whatever',
      '              it is.',
      '',
      '       tool [--soft | --hard] is how it is called.',
      '',
      '       $ tool -z',
      '       done; 3 = 3',
    ]
    expect(shown(page.join('\n')).filter(([, text]) => !String(text).includes('number'))).toEqual([
      ['furniture', page[0], '', {}],
      ['heading', 'NAME', '', { level: 2 }],
      ['heading', 'OPTIONS', '', { level: 2 }],
      ['heading', 'Choosing files', 'OPTIONS', { level: 3 }],
      ['heading', '-z, --gzip', 'OPTIONS › Choosing files', { level: 7 }],
      [
        'paragraph',
        'Filter the archive (of any kind) through another tool.',
        'OPTIONS › Choosing files › -z, --gzip',
        {},
      ],
      ['heading', '-k', 'OPTIONS › Choosing files', { level: 7 }],
      ['paragraph', 'Keep what is there already, whatever\n              it is.', 'OPTIONS › Choosing files › -k', {}],
      ['caption', 'tool [--soft | --hard] is how it is called.', 'OPTIONS › Choosing files', {}],
      ['code', '       $ tool -z\n       done; 3 = 3', 'OPTIONS › Choosing files', {}],
    ])
  })

  it('reads tables that are drawn with lines', () => {
    const table =
      '+----+------+\n| key | what |\n|-----+------|\n| a | first of |\n| | all |\n|-----+------|\n| b | next |\n+----+------+'
    expect(shown(table).filter(([kind]) => kind === 'row')).toEqual([
      ['row', '| key | what |', '', { number: 0 }],
      ['row', '| a | first of all |', '', { number: 1 }],
      ['row', '| b | next |', '', { number: 2 }],
    ])
  })

  it('makes one line of a row of a drawn table, whatever cell is empty in a line of it, and keeps a bar in a cell', () => {
    const table = `  +---------------------+
  | tool    |what it is |
  |---------+-----------|
  |         |counts     |
  |wc       |lines      |
  |         |and words  |
  |---------+-----------|
  |a | b    |pipes      |
  |goes     |on         |
  +---------------------+
  After.`
    expect(shown(table).map(([kind, text]) => [kind, text])).toEqual([
      ['row', '| tool | what it is |'],
      ['furniture', '| --- | --- |'],
      ['row', '| wc | counts lines and words |'],
      ['row', '| a | b goes | pipes on |'],
      ['paragraph', 'After.'],
    ])
  })

  it('sets a label before its remark', () => {
    const lines = 'Steps:\n\n    Caution\n   \n    It breaks.\n\nNote:\n\nWell.\n\nTip\n\n- x\n\nA tip\n\nEnd.'
    expect(readText(lines).text).toBe('Steps:\n\n    Caution: It breaks.\n\nNote: Well.\n\nTip\n\n- x\n\nA tip\n\nEnd.')
  })

  it('takes a number in parentheses that ends a name for no item', () => {
    const kinds = (raw: string) => shown(raw).map(([kind]) => kind)
    expect(kinds('It is described in mount\n(8) and elsewhere.')).toEqual(['paragraph'])
    expect(kinds('There are:\n(1) locks\n(2) ships')).toEqual(['paragraph', 'item', 'item'])
  })

  it('leaves out a table of contents, whose entries come again as headings', () => {
    const contents = [
      'Contents',
      'Preface',
      '1. Locks and what they are made of, told at such',
      'length that it wraps',
      '  1.1. Ships',
    ]
    const rest = [
      '',
      'Preface',
      '',
      'It is long.',
      '',
      '1. Locks',
      '',
      'A lock lifts.',
      '',
      '1.1. Ships',
      '',
      'They sail.',
    ]
    expect(shown([...contents, ...rest].join('\n')).map(([kind]) => kind)).toEqual([
      ...Array(5).fill('furniture'),
      ...shown(rest.join('\n')).map(([kind]) => kind),
    ])
    expect(shown('Contents\n\nThe contents of a box are these.').map(([kind]) => kind)).not.toContain('furniture')
  })

  it('keeps the lines of how a command is called', () => {
    const prose = Array.from({ length: 12 }, (_, at) => `       It is a line of the text, number ${at}, to fill it.`)
    const page = ['SYNOPSIS', '       tool [-a] FILE', '       tool --help', '', 'DESCRIPTION', ...prose]
    expect(shown(page.join('\n'))[1]).toEqual(['code', '       tool [-a] FILE\n       tool --help', 'SYNOPSIS', {}])
  })

  it('takes a paragraph whose first line is indented for one', () => {
    expect(shown('    It was a dark\nand stormy night.')).toEqual([
      ['paragraph', 'It was a dark\nand stormy night.', '', {}],
    ])
  })

  it('tells who says what, and when', () => {
    expect(shown('Time: 20260408_08:38\nAlice: Come: now.\nPlease.\nLi Hua: Yes!\nAlice: Good.')).toEqual([
      ['heading', 'Time: 20260408_08:38', '', { level: 6 }],
      ['turn', 'Alice: Come: now.\nPlease.', '20260408_08:38', { speaker: 'Alice' }],
      ['turn', 'Li Hua: Yes!', '20260408_08:38', { speaker: 'Li Hua' }],
      ['turn', 'Alice: Good.', '20260408_08:38', { speaker: 'Alice' }],
    ])
    expect(shown('Default: 5\nType: number\nSince: always').map(([kind]) => kind)).toEqual(['paragraph'])
  })

  it('goes on with a heading that is known in its next line', () => {
    const text = 'A long\nheading\nText.'
    const known = new Map([0, 7].map((at) => [at, { kind: 'heading' as const, level: 1 }]))
    expect(textBlocks(text, known).map(({ start, end, path }) => [text.slice(start, end), path])).toEqual([
      ['A long\nheading', []],
      ['Text.', ['A long heading']],
    ])
  })

  it('makes sound blocks of any lines', () => {
    const line = fc.oneof(
      fc.constantFrom(
        '- item',
        '  2. two',
        '====',
        '---',
        '```',
        '~~~js',
        '# H',
        'CAPS HERE',
        'a | b',
        '|--|--|',
        'A: x',
      ),
      fc.constantFrom(
        '\tx = {}',
        '    text',
        '',
        ' ',
        'Time: 1',
        'x .... 4',
        '😀',
        '\ud83d',
        '\u2028',
        'Some words. More.',
      ),
      fc.string(),
    )
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
        const { text, blocks = [] } = readText(lines.join('\n'))
        expectSoundBlocks(text, blocks)
      }),
      { numRuns: 2000 },
    )
  })

  it('makes words whole that were divided at the end of a line, by the hyphen that nobody types', () => {
    expect(readText('      the sta\u2010\n      tus of a well-\n      known file\n').text).toBe(
      '      the status of a well-\n      known file\n',
    )
  })

  it.each([
    ['tabs', '\t- x\n'.repeat(50_000)],
    ['fences', '```\n'.repeat(50_000)],
    ['an endless line', '- '.repeat(500_000)],
    ['spaces', `${' '.repeat(500_000)}x\n`.repeat(4)],
    ['speakers', 'A: B: '.repeat(200_000)],
    ['underlines', `a\n${'='.repeat(200_000)}\n`.repeat(4)],
    ['dots', '. . . '.repeat(300_000)],
    ['bars', '|-'.repeat(500_000)],
  ])('comes to its end with %s', (_what, text) => {
    expectSoundBlocks(text, textBlocks(text))
  })

  it('parts the lines of an example from what they are one of, and leaves out lines that only tick columns', () => {
    const { text, blocks = [] } = readText(
      [
        'Locks open at noon, and close at night.',
        '',
        'Set the rate of a lock',
        '  May be used in:   gates | dams | locks',
        '                     yes  |  no  |  yes',
        '',
        'Example: open all gates.',
        '        open gate all if high',
        '',
        'You set its socket in these lines of the settings :',
        '',
        '    global',
        '        stats socket run lock mode level admin',
      ].join('\n'),
    )
    const shown = blocks.filter(({ kind }) => kind !== 'furniture')
    expect(shown.map(({ kind, start, end }) => [kind, text.slice(start, end).trim()])).toEqual([
      ['paragraph', 'Locks open at noon, and close at night.'],
      ['paragraph', 'Set the rate of a lock'],
      ['caption', 'Example: open all gates.'],
      ['code', 'open gate all if high'],
      ['caption', 'You set its socket in these lines of the settings :'],
      ['code', 'global\n        stats socket run lock mode level admin'],
    ])
  })
})

it('a space that no line is broken at is a space', () => {
  expect(readText('Locks.\n\nType:\u00a0number\nDefault:\u00a05\n').text).toContain('Type: number\nDefault: 5')
})
