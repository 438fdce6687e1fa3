import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectSoundBlocks } from '../../../test/corpus/sound-blocks.ts'
import { readHtml } from './html.ts'

describe('readHtml', () => {
  const kinds = (html: string) => {
    const { text, blocks = [] } = readHtml(html)
    return blocks.map(({ start, end, kind }) => [kind, text.slice(start, end)])
  }

  it('writes code that adjoins code as one, whatever element it stands in', () => {
    expect(
      kinds(
        '<p>Give <em><code>--gate=</code></em><code><i>width</i></code>, <code>-a</code> <code>-b</code>.</p>' +
          '<div class="example"><p><code>fill</code> <code>drain</code></p></div><code>/etc/</code><tt>lock</tt>',
      ),
    ).toEqual([
      ['paragraph', 'Give `--gate=width`, `-a` `-b`.'],
      ['paragraph', '`fill` `drain`'],
      ['paragraph', '`/etc/lock`'],
    ])
  })

  it('reads an item that begins with a term as that term, and no link to its source', () => {
    expect(
      kinds('<ul><li><dl><dt><code>lift</code><a href="/lock.py">[source]</a></dt><dd>Lifts.</dd></dl></ul>'),
    ).toEqual([
      ['heading', '`lift`'],
      ['paragraph', 'Lifts.'],
    ])
  })

  it('keeps a list of links that a sentence introduces, and no contents', () => {
    const list = '<ul><li><a href="#a">Salt Quay</a><li><a href="#b">Corn Quay</a></ul>'
    const of = (html: string) => kinds(html).map(([kind]) => kind)
    expect(of(`<p>A boat can be moored at these quays:</p>${list}`)).toEqual(['paragraph', 'item', 'item'])
    expect(of(`<p>On this page:</p>${list}`)).toEqual(['paragraph', 'furniture', 'furniture'])
    const nested = '<ul><li><a href="#a">Quays</a><ul><li><a href="#b">Salt Quay</a></ul></ul>'
    expect(of(`<p>A boat can be moored at these quays:</p>${nested}`)).toEqual(['paragraph', 'furniture', 'furniture'])
  })

  it('reads a note at the foot of a page without its mark, and under none of its sections', () => {
    const page =
      '<h1>Lock</h1><h2>Tolls</h2><p>Boats pay<a href="a.html#n1"><sup>[1]</sup></a>.</p>' +
      '<div class="footnotes"><hr><div class="footnote" id="n1"><p><a href="#r1">[1] </a>But for rafts.</p></div></div>'
    const { text, blocks = [] } = readHtml(page)
    expect(blocks.slice(-2).map(({ start, end, path }) => [text.slice(start, end), path])).toEqual([
      ['Boats pay.', ['Lock', 'Tolls']],
      ['But for rafts.', ['Lock']],
    ])
  })

  it('reads a remark with a title of its own under that, within what explains a term below the term', () => {
    const box = (title: string) =>
      `<div class="admonition"><p class="admonition-title">${title}</p><p>It falls.</p></div>`
    const page = `<h1>Lock</h1><dl><dt>gate</dt><dd><p>It opens.</p>${box('Mind the gate!')}${box('Note')}</dd></dl>`
    const { text, blocks = [] } = readHtml(page)
    expect(blocks.slice(3).map(({ start, end, path }) => [text.slice(start, end), path.join(' › ')])).toEqual([
      ['Mind the gate!', 'Lock › gate'],
      ['It falls.', 'Lock › gate › Mind the gate!'],
      ['Note: It falls.', 'Lock › gate'],
    ])
  })

  it('takes the title of a page from its heading, also below the name of its site', () => {
    const { title } = readHtml('<title>Locks - The Canal</title><h1>The Canal</h1><h1>Locks</h1>')
    expect(title).toBe('Locks')
  })

  it('reads no page of more elements than people write', () => {
    const of = (elements: number) => `<p>Reef</p>${'<i></i>'.repeat(elements - 1)}`
    expect(readHtml(of(20_000)).text).toBe('Reef')
    expect(() => readHtml(of(4_000_001))).toThrow('holds more than 4000000 elements')
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
})

describe('signs of a line', () => {
  it('are raised and lowered digits, which are no part of the number before them', () => {
    const words =
      '10<sup>6</sup> newtons, x<sup>n+1</sup>, x<sup>−2</sup>, H<sub>2</sub>O, the 2<sup>nd</sup>, 16<sup><a href="#n1">3</a></sup> locks.'
    expect(readHtml(`<p>${words}`).text).toBe('10⁶ newtons, xⁿ⁺¹, x⁻², H₂O, the 2nd, 16 locks.')
  })

  it('are formulas', () => {
    const formula =
      '<math><semantics><mrow><mi>P</mi><mo>=</mo><mfrac><mrow><mi>U</mi><mo>+</mo><mn>1</mn></mrow><msqrt><mi>R</mi></msqrt></mfrac></mrow><annotation encoding="application/x-tex">P=U</annotation></semantics></math>'
    const power = '<math><msup><mi>x</mi><mn>2</mn></msup></math>'
    expect(readHtml(`<p>The power is ${formula} watts, and ${power}.`).text).toBe(
      'The power is P=(U+1)/√(R) watts, and x^2.',
    )
  })

  it('are readings, behind all of the letters that they are of', () => {
    const ruby = '<ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp>字<rp>(</rp><rt>じ</rt><rp>)</rp></ruby>'
    expect(readHtml(`<p>${ruby}を書く`).text).toBe('漢字(かんじ)を書く')
  })

  it('are joined where a line ends between Han letters or Kana, and there alone', () => {
    expect(readHtml('<p>早晨浇水最\n好。\n한국어 글은\n띄어 쓴다. 花 园').text).toBe(
      '早晨浇水最好。 한국어 글은 띄어 쓴다. 花 园',
    )
  })
})

it('tells of what is left out of a sentence, by its words where it has some', () => {
  const page = `<p>The power is <img alt="P = UI"> watts, <img> as <img alt=""> shown.</p>
    <p>Choose <select><option>a</select> here. <img alt="badge"></p><h2>Head <img alt="x"> line</h2>`
  expect(readHtml(page).text).toBe('The power is P = UI watts, … as shown.\n\nChoose … here.\n\nHead line')
})

it('reads the panels that a tab opens, and none that nothing opens', () => {
  const panel = (id: string, text: string) => `<div role="tabpanel" id="${id}" hidden>${text}</div>`
  const page = `<button role="tab" aria-controls="a">A</button>${panel('a', '<p>First.</p>')}${panel('b', '<p>Never.</p>')}`
  expect(readHtml(page).text).toBe('First.')
})
