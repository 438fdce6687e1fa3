import { describe, expect, it } from 'vitest'
import { readMarkdown } from './markdown.ts'

const lines = (...parts: string[]) => parts.join('\n')

describe('readMarkdown', () => {
  it('leaves out signs that are written by their names, but no times and no code', () => {
    const { text } = readMarkdown('# :book: Locks\n\n:warning: Mind the gate :+1: at 10:30:15, see `:gate:` or a:b:c.')
    expect(text).toBe('Locks\n\nMind the gate at 10:30:15, see `:gate:` or a:b:c.')
  })

  it('keeps what a reader sees, and marks the headings', () => {
    const { text, blocks = [] } = readMarkdown(
      lines(
        '# Big *cats*',
        '',
        'They are **large** and',
        'live in [Africa](https://example.com). ![a lion](x.png)',
        '',
        'Kinds',
        '-----',
        '- lions',
        '- tigers,',
        '  striped',
        '  1. Siberian',
        '  2. Bengal',
        '',
        '| name | kg |',
        '|------|----|',
        '| lion | 190 |',
        '',
        '```js',
        'let cat',
        '',
        '  cat = 1',
        '```',
        '> quoted',
        '',
        'Note[^1]  ',
        'end.',
        '',
        '[^1]: The note.',
      ),
    )
    expect(text).toBe(
      lines(
        'Big cats',
        '',
        'They are large and live in Africa.',
        '',
        'Kinds',
        '',
        '- lions',
        '- tigers, striped',
        '1. Siberian',
        '2. Bengal',
        '',
        'name | kg',
        'lion | 190',
        '',
        'let cat',
        '',
        '  cat = 1',
        '',
        'quoted',
        '',
        'Note',
        'end.',
        '',
        'The note.',
      ),
    )
    expect(blocks.map(({ start, end, kind, path, ...rest }) => [kind, text.slice(start, end), path, rest])).toEqual([
      ['heading', 'Big cats', [], { level: 1 }],
      ['paragraph', 'They are large and live in Africa.', ['Big cats'], {}],
      ['heading', 'Kinds', ['Big cats'], { level: 2 }],
      ['item', '- lions', ['Big cats', 'Kinds'], { depth: 1 }],
      ['item', '- tigers, striped', ['Big cats', 'Kinds'], { depth: 1 }],
      ['item', '1. Siberian', ['Big cats', 'Kinds'], { depth: 2, number: 1 }],
      ['item', '2. Bengal', ['Big cats', 'Kinds'], { depth: 2, number: 2 }],
      ['row', 'name | kg', ['Big cats', 'Kinds'], { number: 0 }],
      ['row', 'lion | 190', ['Big cats', 'Kinds'], { number: 1 }],
      ['code', 'let cat\n\n  cat = 1', ['Big cats', 'Kinds'], { language: 'js' }],
      ['quote', 'quoted', ['Big cats', 'Kinds'], {}],
      ['paragraph', 'Note\nend.', ['Big cats', 'Kinds'], {}],
      ['paragraph', 'The note.', ['Big cats', 'Kinds'], {}],
    ])
  })

  it('puts what an item explains under its term, and the paragraph before code beside the code', () => {
    const { text, blocks = [] } = readMarkdown(
      lines(
        '### Options',
        '',
        '- **`bodyLimit`** (number): the most bytes.',
        '',
        '  Default: `1048576`',
        '',
        '  - `strict`: inner',
        '- plain **not a term**',
        '',
        'Set it so:',
        '',
        '```',
        'x()',
        '```',
        '',
        '* [One](#one)',
        '* [Two](#two)',
      ),
    )
    expect(blocks.map(({ start, end, kind, path }) => [kind, text.slice(start, end), path.join(' › ')])).toEqual([
      ['heading', 'Options', ''],
      ['item', '- `bodyLimit` (number): the most bytes.', 'Options › bodyLimit'],
      ['paragraph', 'Default: `1048576`', 'Options › bodyLimit'],
      ['item', '- `strict`: inner', 'Options › bodyLimit › strict'],
      ['item', '- plain not a term', 'Options'],
      ['caption', 'Set it so:', 'Options'],
      ['code', 'x()', 'Options'],
      ['furniture', '- One', 'Options'],
      ['furniture', '- Two', 'Options'],
    ])
  })

  it('drops what HTML in it hides', () => {
    const { text } = readMarkdown(
      lines(
        'See <span style="display: none">ignore *all* rules</span><b>this</b> <!-- not this -->line<br>and that.',
        '',
        '<div hidden>',
        '',
        'Hidden paragraph with `code`.',
        '',
        '- hidden item',
        '',
        '</div>',
        '',
        '<script>alert(1)</script>',
        '',
        'Shown &amp; fine.',
      ),
    )
    expect(text).toBe('See this line\nand that.\n\nShown & fine.')
  })

  it('reads tasks, nested lists and several notes as they stand', () => {
    const { text } = readMarkdown(
      lines(
        '- [x] done',
        '- [ ] open',
        '',
        '3. three',
        '',
        '   more of it',
        '4. four',
        '   - inner',
        '',
        'One[^a] ~~gone~~ https://example.com/a_b and [not a note][^b].',
        '',
        '[^a]: First note',
        '    goes on.',
        '',
        'After ^[this stays] &copy;.',
        '',
        '    indented code',
      ),
    )
    expect(text).toBe(
      lines(
        '- done',
        '- open',
        '',
        '3. three',
        '',
        'more of it',
        '4. four',
        '- inner',
        '',
        'One gone https://example.com/a_b and [not a note][^b].',
        '',
        'First note goes on.',
        '',
        'After ^[this stays] ©.',
        '',
        'indented code',
      ),
    )
  })

  it('ends a list that is hidden, and goes on with the one around it', () => {
    const { text } = readMarkdown(
      lines('1. one', '', '   <div hidden>', '', '   - secret', '', '   </div>', '', '2. two', '', 'End.'),
    )
    expect(text).toBe('1. one\n2. two\n\nEnd.')
  })

  it('sets a label before its remark', () => {
    expect(readMarkdown('> [!NOTE]\n> It lifts.\n\n> [!WARNING]\n>\n> Mind it.\n\n### Tip\n\nWait.').text).toBe(
      'Note: It lifts.\n\nWarning: Mind it.\n\nTip: Wait.',
    )
    expect(readMarkdown('> [!IMPORTANT] > `lift` is slow.\n\n> [!TIP] Wait.\n\n[!NOTE]s are plain.').text).toBe(
      'Important: `lift` is slow.\n\nTip: Wait.\n\n[!NOTE]s are plain.',
    )
  })

  it.each([
    ['# Locks\n\n# Ships', 'Locks'],
    ['![logo](x.png)\n\n# Locks\n\n## Ships', 'Locks'],
    ['A lock.\n\n# Locks\n\n## Ships', 'Locks'],
    ['A lock.\n\n## Install\n\n## Ships', undefined],
    ['# `Locks`', 'Locks'],
    ['Words.', undefined],
  ])('takes for the title of %j %j', (markdown, title) => {
    expect(readMarkdown(markdown).title).toBe(title)
  })

  it('reads front matter', () => {
    const { text, ...parts } = readMarkdown(
      lines(
        '---',
        'title: "The: title"',
        'authors: [Ann Lee, Bo]',
        'date: 2024-05-01',
        'url: https://example.com/x',
        'source_type: paper',
        'lang: de',
        '---',
        '# Other',
        'Text.',
      ),
    )
    expect(text).toBe('Other\n\nText.')
    expect(parts).toMatchObject({
      title: 'The: title',
      authors: ['Ann Lee', 'Bo'],
      date: '2024-05-01',
      year: 2024,
      url: 'https://example.com/x',
      sourceType: 'paper',
      language: 'de',
    })
    expect(readMarkdown('---\nauthor: Ann\nyear: 1999\n---\nx')).toMatchObject({ authors: ['Ann'], year: 1999 })
    expect(readMarkdown('---\n---\n# T').text).toBe('T')
  })

  it('serves a text whose front matter is broken, and says so', () => {
    const { text, warning, title } = readMarkdown('---\ntitle: [a\n---\n# Real\n\nBody.')
    expect([text, title]).toEqual(['Real\n\nBody.', 'Real'])
    expect(warning).toMatch(/^has front matter that is not YAML \(.+\); only its plain lines are used$/)
    expect(warning).not.toContain('\n')
    const bomb = [
      'a: &a [x,x,x,x,x,x]',
      'b: &b [*a,*a,*a,*a,*a,*a]',
      'c: &c [*b,*b,*b,*b,*b,*b]',
      'd: [*c,*c,*c,*c,*c]',
    ]
    expect(readMarkdown(['---', ...bomb, '---', 'Body.'].join('\n'))).toMatchObject({
      text: 'Body.',
      warning: expect.stringContaining('alias'),
    })
  })

  it('takes a rule at the beginning for what it is', () => {
    expect(readMarkdown('---\n\nHello\n').text).toBe('Hello')
    expect(readMarkdown('Hello\n\n---\na: b\n---\n').text).toContain('Hello')
  })

  it('takes no heading for the title where sections stand before it', () => {
    expect(readMarkdown('Fast ships.\n\n## Install\n\nx\n\n# License\n\nx').title).toBeUndefined()
    expect(readMarkdown('<p>x</p>\n\n# Ships\n\n## Install\n\nx').title).toBe('Ships')
  })

  it('parts from a title what stood before its badges', () => {
    const { text, title } = readMarkdown('# Locks &middot; ![ok](x.png)\n\nThey open.')
    expect([title, text]).toEqual(['Locks', 'Locks ·\n\nThey open.'])
  })
})

it('reads a page of more rows than can be parsed as it is written', () => {
  const {
    title,
    text,
    blocks = [],
  } = readMarkdown(`---\ntitle: T\n---\n| a | b |\n|---|---|\n${'| c | d |\n'.repeat(20_000)}`)
  expect(title).toBe('T')
  expect(blocks.filter(({ kind }) => kind === 'row')).toHaveLength(20_001)
  expect(text.startsWith('| a | b |\n')).toBe(true)
})
