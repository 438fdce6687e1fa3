import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectSoundBlocks } from '../../../test/corpus/sound-blocks.ts'
import { readAdoc } from './adoc.ts'
import { readCsv } from './csv.ts'
import { readMdx } from './mdx.ts'
import type { DocumentParts } from './metadata.ts'
import { readRst } from './rst.ts'

function shown({ text, blocks = [] }: DocumentParts) {
  expectSoundBlocks(text, blocks)
  return blocks.map(({ start, end, kind, path, ...rest }) => [kind, text.slice(start, end), path.join(' › '), rest])
}

describe('readCsv', () => {
  it('reads rows under their header, whatever parts the cells', () => {
    expect(shown(readCsv('\ufeffname;kg;"eats; often"\r\nlion;190;\r\n"big; cat";;meat\r\n'))).toEqual([
      ['row', 'name | kg | eats; often', '', { number: 0 }],
      ['row', 'lion | 190 | -', '', { number: 1 }],
      ['row', 'big; cat | - | meat', '', { number: 2 }],
    ])
  })
})

describe('readMdx', () => {
  it('leaves out modules and expressions, and keeps what components enclose', () => {
    const mdx = `import { Tabs } from 'tabs'
import x,
  { y } from 'z'

export const a = 1

# Title

{/* a comment */}

<Note>

It **swims**.

</Note>

\`\`\`js
import kept from 'code'
\`\`\``
    expect(shown(readMdx(mdx))).toEqual([
      ['heading', 'Title', '', { level: 1 }],
      ['caption', 'Note: It swims.', 'Title', {}],
      ['code', "import kept from 'code'", 'Title', { language: 'js' }],
    ])
  })
})

describe('readRst', () => {
  it('reads the structure, and the text without its markup', () => {
    const rst = `.. _top:

=====
Guide
=====

See :ref:\`the options <opts>\` and \`a page <https://x.y>\`_ of **bold**
text [1]_. Run this::

    make all

      install

Options
-------

.. option:: --quiet

   Says \`\`nothing\`\`.

term
    Its meaning.

- **one**: first

  more of it

- two

1. step

.. code-block:: Python
   :linenos:

   x = 1

.. note:: Mind *this*.

.. toctree::

   other

+------+----+
| name | kg |
+======+====+
| lion | 19 |
|      | 0  |
+------+----+

==== ===
a    b
==== ===
1    2
==== ===
`
    expect(readRst(rst).title).toBe('Guide')
    expect(shown(readRst(rst))).toEqual([
      ['heading', 'Guide', '', { level: 1 }],
      ['caption', 'See the options and a page of bold text. Run this:', 'Guide', {}],
      ['code', 'make all\n\n  install', 'Guide', {}],
      ['heading', 'Options', 'Guide', { level: 2 }],
      ['heading', '--quiet', 'Guide › Options', { level: 7 }],
      ['paragraph', 'Says `nothing`.', 'Guide › Options › --quiet', {}],
      ['heading', 'term', 'Guide › Options', { level: 7 }],
      ['paragraph', 'Its meaning.', 'Guide › Options › term', {}],
      ['item', '- one: first', 'Guide › Options › one', { depth: 1 }],
      ['paragraph', 'more of it', 'Guide › Options › one', {}],
      ['item', '- two', 'Guide › Options', { depth: 1 }],
      ['item', '1. step', 'Guide › Options', { depth: 1, number: 1 }],
      ['code', 'x = 1', 'Guide › Options', { language: 'python' }],
      ['paragraph', 'Note: Mind this.', 'Guide › Options', {}],
      ['row', 'name | kg', 'Guide › Options', { number: 0 }],
      ['row', 'lion | 19 0', 'Guide › Options', { number: 1 }],
      ['row', 'a | b', 'Guide › Options', { number: 0 }],
      ['row', '1 | 2', 'Guide › Options', { number: 1 }],
    ])
  })
})

describe('readAdoc', () => {
  it('reads the structure, and the text without its markup', async () => {
    const adoc = `= Guide
:toc:

See https://x.y[a page] and <<opts,the options>> of *bold*
text.

== Options [[opts]]

\`--quiet\`:: Says nothing.
other:: Else.

* *one*: first
** two
. step

.Shown
[source,js]
----
x = 1

  y
----

// a comment
NOTE: Mind _this_.

[%header,cols="1,1"]
|===
|name |kg
|lion
|190
|===
`
    const read = await readAdoc(adoc)
    expect(read.title).toBe('Guide')
    expect(shown(read)).toEqual([
      ['heading', 'Guide', '', { level: 1 }],
      ['paragraph', 'See a page and the options of bold text.', 'Guide', {}],
      ['heading', 'Options', 'Guide', { level: 2 }],
      ['heading', '`--quiet`', 'Guide › Options', { level: 7 }],
      ['paragraph', 'Says nothing.', 'Guide › Options › --quiet', {}],
      ['heading', 'other', 'Guide › Options', { level: 7 }],
      ['paragraph', 'Else.', 'Guide › Options › other', {}],
      ['item', '- one: first', 'Guide › Options › other › one', { depth: 2 }],
      ['item', '- two', 'Guide › Options › other › one', { depth: 3 }],
      ['item', '1. step', 'Guide › Options › other › one', { depth: 4, number: 1 }],
      ['caption', 'Shown', 'Guide › Options', {}],
      ['code', 'x = 1\n\n  y', 'Guide › Options', { language: 'js' }],
      ['paragraph', 'Note: Mind this.', 'Guide › Options', {}],
      ['row', 'name | kg', 'Guide › Options', { number: 0 }],
      ['row', 'lion | 190', 'Guide › Options', { number: 1 }],
    ])
  })
})

describe('any lines', () => {
  const line = fc.oneof(
    fc.constantFrom(
      '',
      '  ',
      '= A',
      '====',
      '----',
      '....',
      '- x',
      '  - y',
      '** z',
      '. s',
      'term::',
      '.. note:: n',
      '..',
      'p::',
    ),
    fc.constantFrom(
      '   code',
      '\tx',
      '|===',
      '|a |b',
      '[cols="1,2"]',
      '+--+--+',
      '| a | b |',
      '== ==',
      '+',
      '//',
      ':f: v',
      '😀',
    ),
    fc.string(),
  )
  it.each([
    ['reStructuredText', readRst],
    ['AsciiDoc', readAdoc],
  ])('make sound blocks of %s', async (_format, read) => {
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 30 }), async (lines) => {
        const { text, blocks = [] } = await read(lines.join('\n'))
        expectSoundBlocks(text, blocks)
      }),
      { numRuns: 500 },
    )
  })

  it.each([
    ['items', '- x\n'.repeat(20_000)],
    ['nested lines', Array.from({ length: 3_000 }, (_, at) => `${' '.repeat(at)}x`).join('\n')],
    ['empty lines', '\n'.repeat(200_000)],
    ['marks', '`*<[|'.repeat(40_000)],
    ['addresses', 'https://'.repeat(40_000)],
  ])('come to their end with %s', async (_what, text) => {
    for (const read of [readRst, readAdoc]) expect((await read(text)).text.length).toBeLessThanOrEqual(2 * text.length)
  })
})
