import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readHtml } from './html.ts'

describe('readHtml', () => {
  it('keeps the visible text without boilerplate', () => {
    const { text, headings } = readHtml(`<!doctype html><html><head><title>x</title><style>p{}</style></head><body>
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
        'Stork | 110',
        '',
        '    a = 1',
        '      b = 2',
      ].join('\n'),
    )
    expect(headings?.map(({ start, end, level }) => [text.slice(start, end), level])).toEqual([
      ['Storks & herons', 1],
      ['Sizes', 2],
    ])
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
      headings: [{ start: 0, end: 12, level: 1 }],
    })
    expect(readHtml('<link rel=canonical href="/relative"><p>x')).not.toHaveProperty('url')
  })

  it('makes of any tags a text whose headings are where it says', () => {
    const tags = 'p div b li ul ol h1 h2 h3 table tr td pre br span article header nav script blockquote'.split(' ')
    const tag = fc.constantFrom(...tags.flatMap((name) => [`<${name}>`, `</${name}>`, `<${name} hidden>`]))
    const piece = fc.oneof(tag, fc.constantFrom('One two. ', ' x\n', '&amp;', '\n\n', '😀'), fc.string())
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const { text, headings } = readHtml(pieces.join(''))
        let at = 0
        for (const { start, end } of headings ?? []) {
          expect(start).toBeGreaterThanOrEqual(at)
          expect(text.slice(start, end)).toMatch(/^\S[^\n]*$/)
          at = end
        }
        expect(at).toBeLessThanOrEqual(text.length)
        expect(text).not.toMatch(/^\n|\n$|\n{3}/)
      }),
      { numRuns: 1000 },
    )
  })

  it('keeps one blank line of several inside of what is preformatted', () => {
    expect(readHtml('<pre>one\n\n\n\ntwo</pre>').text).toBe('    one\n\n    two')
  })

  it('takes deep pages, and refuses absurd ones', () => {
    expect(readHtml(`${'<b>'.repeat(15_000)}deep`).text).toBe('deep')
    expect(() => readHtml(`${'<div>'.repeat(50_000)}deep`)).toThrow('is nested too deeply')
  })
})
