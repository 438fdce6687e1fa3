import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectSoundBlocks } from '../../../test/corpus/sound-blocks.ts'
import { readHtml } from './html.ts'

describe('readHtml', () => {
  const kinds = (html: string) => {
    const { text, blocks = [] } = readHtml(html)
    return blocks.map(({ start, end, kind }) => [kind, text.slice(start, end)])
  }

  it('takes a paragraph of links, and what is at the foot of a page, for furniture', () => {
    expect(
      kinds(
        '<p><span>Languages: </span><a href="/en">en</a> |\n<a href="/fr">fr</a></p><p>Read <a href="/a">this</a> and <a href="/b">that</a>.</p>' +
          '<p>See: <a href="/c">the lock</a></p><div id="footer"><p>Copyright 2026.</p></div>',
      ),
    ).toEqual([
      ['furniture', 'Languages: en | fr'],
      ['paragraph', 'Read this and that.'],
      ['paragraph', 'See: the lock'],
      ['furniture', 'Copyright 2026.'],
    ])
  })

  it('has what stands around each page of generated documentation as furniture', () => {
    const side =
      '<div class="sphinxsidebar"><a href="i.html">Canal 1.2</a><ul><li><a href="a.html">Locks</a></li></ul></div>'
    const foot =
      '<div class="footer-relations"><a href="b.html">Gates</a></div><div class="footer">© 2020 Keepers. Created by hand.</div>'
    expect(kinds(`${side}<div class="body"><p>A lock lifts boats.</p></div>${foot}`)).toEqual([
      ['furniture', 'Canal 1.2'],
      ['furniture', '- Locks'],
      ['paragraph', 'A lock lifts boats.'],
      ['furniture', 'Gates'],
      ['furniture', '© 2020 Keepers. Created by hand.'],
    ])
  })

  it('reads a page of a manual that is shown as it stands like the page itself', () => {
    const line = 'It opens the gate of the lock that the boat is in.'
    const lines = Array.from({ length: 12 }, (_, at) => `       ${line} That is line ${at} of the text.`).join('\n')
    const page = `LOCK(1)                     LOCK(1)\n\n<b>OPTIONS</b>\n${lines}\n\n       <b>-a</b>     Opens all of the gates.`
    const { text, blocks = [] } = readHtml(`<h1>Manual</h1><pre>${page}</pre><p>Made by hand.</p>`)
    const found = blocks.map(({ kind, path, start, end }) => ({ kind, path, words: text.slice(start, end) }))
    expect(found.map(({ kind }) => kind)).toEqual([
      'heading',
      'furniture',
      'heading',
      'paragraph',
      'heading',
      'paragraph',
      'paragraph',
    ])
    expect(found.at(-2)).toMatchObject({ path: ['Manual', 'OPTIONS', '-a'], words: 'Opens all of the gates.' })
    expect(found.at(-1)).toMatchObject({ path: ['Manual'], words: 'Made by hand.' })
  })

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

  it('shows a paragraph that is nothing but code as code, line by line', () => {
    expect(
      kinds(
        '<div class="example"><p><code>\nsplit &lt; /logs\n</code></p></div><p><code>fill<br>\n&nbsp;&nbsp;drain</code></p>' +
          '<p><code>none</code></p><p><code>a<br>b</code> fills it.</p>',
      ),
    ).toEqual([
      ['code', 'split < /logs'],
      ['code', 'fill\n  drain'],
      ['paragraph', '`none`'],
      ['paragraph', '`a b` fills it.'],
    ])
  })

  it('leaves out what a heading links to itself by, and the name of the site behind the title of a page', () => {
    const page = readHtml(
      '<title>2. Locks — Canal manual 1.0</title><h1>2. Locks<a href="#locks">¶</a></h1><p>They lift # ships.</p><h2>Keepers <a href="#k">#</a></h2><p>See to them.</p>',
    )
    expect(page.title).toBe('2. Locks')
    expect(page.blocks?.map(({ start, end }) => page.text.slice(start, end))).toEqual([
      '2. Locks',
      'They lift # ships.',
      'Keepers',
      'See to them.',
    ])
    expect(readHtml('<title>Locks of all — times</title><h1>Locks</h1><p>They lift.</p>').title).toBe(
      'Locks of all — times',
    )
  })

  it('reads no page of more elements than people write', () => {
    const of = (elements: number) => `<p>Reef</p>${'<i></i>'.repeat(elements - 1)}`
    expect(readHtml(of(20_000)).text).toBe('Reef')
    expect(() => readHtml(of(2_000_001))).toThrow('holds more than 2000000 elements')
  })

  it('keeps the visible text without boilerplate', () => {
    const { text, blocks = [] } = readHtml(`<!doctype html><html><head><title>x</title><style>p{}</style></head><body>
      <header>Site <h1>Brand</h1></header><nav><a href=/>Home</a></nav>
      <main><article><header><h1>Storks &amp; <i>herons</i></h1></header>
      <p>They wade
         in   water.<br>They fish.<p>No end tag
      <div>Loose <b>text</b>.</div>
      <ul><li>One<li><p>Two</p><p>more</p><ol start=3><li>Deep</li></ol></li></ul>
      <h2>Sizes</h2>
      <table><thead><tr><th>Bird</th><th>cm</th></tr></thead><tr><td><p>Stork</p></td><td></td><td>110</td></tr></table>
      <pre>a = 1
  b = 2</pre>
      <form>Sign up <button>Go</button></form><aside>Related</aside><noscript>Enable</noscript>
      <template>Later</template><script>let x = "<p>no</p>"</script></article></main>
      <footer>© 2020</footer></body></html>`)
    expect(text).toBe(
      [
        'Storks & herons',
        '',
        'They wade in water.',
        'They fish.',
        '',
        'No end tag',
        '',
        'Loose text.',
        '',
        '- One',
        '- Two',
        '',
        'more',
        '3. Deep',
        '',
        'Sizes',
        '',
        'Bird | cm',
        'Stork | - | 110',
        '',
        'a = 1',
        '  b = 2',
      ].join('\n'),
    )
    expect(
      blocks.map(({ start, end, kind, path, ...rest }) => [kind, text.slice(start, end), path.at(-1), rest]),
    ).toEqual([
      ['heading', 'Storks & herons', undefined, { level: 1 }],
      ['paragraph', 'They wade in water.\nThey fish.', 'Storks & herons', {}],
      ['paragraph', 'No end tag', 'Storks & herons', {}],
      ['paragraph', 'Loose text.', 'Storks & herons', {}],
      ['item', '- One', 'Storks & herons', { depth: 1 }],
      ['item', '- Two', 'Storks & herons', { depth: 1 }],
      ['paragraph', 'more', 'Storks & herons', {}],
      ['item', '3. Deep', 'Storks & herons', { depth: 2, number: 3 }],
      ['heading', 'Sizes', 'Storks & herons', { level: 2 }],
      ['row', 'Bird | cm', 'Sizes', { number: 0 }],
      ['row', 'Stork | - | 110', 'Sizes', { number: 1 }],
      ['code', 'a = 1\n  b = 2', 'Sizes', {}],
    ])
  })

  it('knows definitions, captions, code and what only leads elsewhere', () => {
    const { text, blocks = [] } = readHtml(`<div class="navheader"><a href=x>Prev</a></div><h1>Memory</h1>
      <div class=toc><ul><li><a href="#a">shared</a></ul></div>
      <dl><dt><code>shared_buffers</code> (integer)<dt>old_name<dd><p>Sets the amount.<p>Default: 128MB
      <dl><dt>unit<dd>8kB</dl><dt>other<dd>Else.</dl><p>So it is set:</p>
      <pre class="programlisting language-SQL">

SET x;
  y</pre>
      <figure><figcaption>A drawing</figcaption></figure><table><tr><td>layout</td></tr></table>`)
    expect(
      blocks.map(({ start, end, kind, path }) => [kind, text.slice(start, end), path.slice(1).join(' › ')]),
    ).toEqual([
      ['furniture', 'Prev', ''],
      ['heading', 'Memory', ''],
      ['furniture', '- shared', ''],
      ['heading', '`shared_buffers` (integer)', ''],
      ['heading', 'old_name', ''],
      ['paragraph', 'Sets the amount.', 'shared_buffers (integer), old_name'],
      ['paragraph', 'Default: 128MB', 'shared_buffers (integer), old_name'],
      ['heading', 'unit', 'shared_buffers (integer), old_name'],
      ['paragraph', '8kB', 'shared_buffers (integer), old_name › unit'],
      ['heading', 'other', ''],
      ['paragraph', 'Else.', 'other'],
      ['caption', 'So it is set:', ''],
      ['code', 'SET x;\n  y', ''],
      ['caption', 'A drawing', ''],
      ['paragraph', 'layout', ''],
    ])
    expect(blocks.find(({ kind }) => kind === 'code')?.language).toBe('sql')
  })

  it.each([
    '<p hidden>X</p>',
    '<div aria-hidden="true"><p>X</p></div>',
    '<span style="color: red; display:none">X</span>',
    '<span style="VISIBILITY : hidden">X</span>',
    '<span style="font-size:0px">X</span>',
    '<p style="opacity: 0;">X</p>',
    '<!-- X -->',
    '<textarea>X</textarea>',
    '<svg><title>X</title><text>X</text></svg>',
    '<select><option>X</option></select>',
    '<img alt="X" title="X">',
    '<div hidden><p>X<div>X</div>',
  ])('does not read %s', (html) => {
    expect(readHtml(`<p>Seen.</p>${html}`).text).toBe('Seen.')
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

  it('reads what only looks hidden', () => {
    const html =
      '<p style="font-size:0.9em; opacity:0.5">A</p><p style="max-height:05px">B</p><p hidden="until-found">C</p>'
    expect(readHtml(html).text).toBe('A\n\nB\n\nC')
  })

  it('takes what the head says', () => {
    expect(
      readHtml(`<html lang="en-GB"><head><title> A
        page </title><meta name=author content="Ann Lee"><meta property="article:author" content="https://x.com/ann">
        <meta property="article:published_time" content="2021-03-04T05:06:07Z"><link rel=canonical
        href="https://example.com/a"><meta property="og:site_name" content="The Site"></head><body><h1>Other</h1>`),
    ).toMatchObject({
      title: 'A page',
      authors: ['Ann Lee'],
      date: '2021-03-04T05:06:07Z',
      year: 2021,
      url: 'https://example.com/a',
      publisher: 'The Site',
      language: 'en-GB',
    })
    expect(readHtml('<h1>Only heading</h1><p>x')).toEqual({
      title: 'Only heading',
      text: 'Only heading\n\nx',
      blocks: [
        { start: 0, end: 12, kind: 'heading', path: [], level: 1 },
        { start: 14, end: 15, kind: 'paragraph', path: ['Only heading'] },
      ],
    })
    expect(readHtml('<link rel=canonical href="/relative"><p>x')).not.toHaveProperty('url')
  })

  it('knows the title of a box beside the text, which ends with it, and what folds a part away', () => {
    const shown = (html: string) => {
      const { text, blocks = [] } = readHtml(html)
      return blocks.map(({ kind, start, end, path }) => [kind, text.slice(start, end), path.join(' › ')])
    }
    const box = '<div class="sidebar"><p class="title"><b>TIP</b> Locks</p><div>Shut them.</div></div>'
    expect(shown(`<h1>Canal</h1><p>It is long.</p>${box}<p>It is wide.</p>`)).toEqual([
      ['heading', 'Canal', ''],
      ['paragraph', 'It is long.', 'Canal'],
      ['heading', 'TIP Locks', 'Canal'],
      ['paragraph', 'Shut them.', 'Canal › TIP Locks'],
      ['paragraph', 'It is wide.', 'Canal'],
    ])
    const fold = (title: string) => `<details><summary>${title}</summary><p>Shut them.</p></details>`
    expect(shown(`${fold('Why locks?')}<p>End.</p>`)).toEqual([
      ['heading', 'Why locks?', ''],
      ['paragraph', 'Shut them.', 'Why locks?'],
      ['paragraph', 'End.', ''],
    ])
    expect(shown(`<h1>Locks</h1>${fold('Click to expand')}`)).toEqual([
      ['heading', 'Locks', ''],
      ['furniture', 'Click to expand', 'Locks'],
      ['paragraph', 'Shut them.', 'Locks'],
    ])
    expect(shown('<p>Text.</p><div role="contentinfo">Made by us.</div>')[1]).toEqual(['furniture', 'Made by us.', ''])
  })

  it('makes of any tags a text whose blocks are where it says', () => {
    const tags =
      'p div b li ul ol dl dt dd h1 h2 h3 table tr td th pre br span article header nav script blockquote figcaption details summary'.split(
        ' ',
      )
    const tag = fc.constantFrom(
      ...tags.flatMap((name) => [
        `<${name}>`,
        `</${name}>`,
        `<${name} hidden>`,
        `<${name} class="toc">`,
        `<${name} class="sidebar">`,
        `<${name} class="title">`,
      ]),
    )
    const piece = fc.oneof(tag, fc.constantFrom('One two. ', ' x\n', '&amp;', '\n\n', '😀'), fc.string())
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const { text, blocks = [] } = readHtml(pieces.join(''))
        expectSoundBlocks(text, blocks)
        for (const { start, end, kind } of blocks) {
          if (kind === 'heading') expect(text.slice(start, end)).toMatch(/^\S[^\n]*$/)
        }
      }),
      {
        numRuns: 1000,
        examples: [[['<tr class="title">', '!', '<th class="sidebar">', '<br class="toc">', 'One two. ']]],
      },
    )
  })

  it('keeps the white space of what is preformatted', () => {
    expect(readHtml('<pre>\n\n  one\t1\n\n\n two\n </pre>').text).toBe('  one\t1\n\n\n two')
  })

  it('takes deep pages, and refuses absurd ones', () => {
    expect(readHtml(`${'<b>'.repeat(500)}deep`).text).toBe('deep')
    expect(() => readHtml(`${'<div>'.repeat(600)}deep`)).toThrow('is nested too deeply')
  })

  it('leaves out the marks of notes, but for those that a note begins with', () => {
    const note = '<p>Locks<a href="#n"><sup>[23]</sup></a> are slow.<p><a href="#i">[23]</a> Some are.'
    expect(readHtml(note).text).toBe('Locks are slow.\n\n[23] Some are.')
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
