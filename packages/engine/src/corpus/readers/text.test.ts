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

  it('takes a number in parentheses that ends a name for no item', () => {
    const kinds = (raw: string) => shown(raw).map(([kind]) => kind)
    expect(kinds('It is described in mount\n(8) and elsewhere.')).toEqual(['paragraph'])
    expect(kinds('There are:\n(1) locks\n(2) ships')).toEqual(['paragraph', 'item', 'item'])
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
})

it('a space that no line is broken at is a space', () => {
  expect(readText('Locks.\n\nType:\u00a0number\nDefault:\u00a05\n').text).toContain('Type: number\nDefault: 5')
})

it('a line that ends between two Han letters goes on, unless it is short on purpose', () => {
  expect(readText('番茄需要支架和充足的阳光。早晨浇水最\n好，傍晚也可以。\n苹果\n香蕉\n').text).toBe(
    '番茄需要支架和充足的阳光。早晨浇水最好，傍晚也可以。\n苹果\n香蕉\n',
  )
})
