import { describe, expect, it } from 'vitest'
import { readHtml } from './html.ts'

describe('what stands beside the text of a page', () => {
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

  it('leaves out the marks of notes, but for those that a note begins with', () => {
    const note = '<p>Locks<a href="#n"><sup>[23]</sup></a> are slow.<p><a href="#i">[23]</a> Some are.'
    expect(readHtml(note).text).toBe('Locks are slow.\n\n[23] Some are.')
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

  it('reads what only looks hidden', () => {
    const html =
      '<p style="font-size:0.9em; opacity:0.5">A</p><p style="max-height:05px">B</p><p hidden="until-found">C</p>'
    expect(readHtml(html).text).toBe('A\n\nB\n\nC')
  })
})

describe('what leads through a manual', () => {
  const kinds = (html: string) => (readHtml(html).blocks ?? []).map(({ kind }) => kind)

  it('is a table that leads to the pages around', () => {
    expect(
      kinds('<table class="nav_table"><tr><td><a href="a">&lt;</a></td><td><a href="b">&gt;</a></td></tr></table>'),
    ).toEqual(['furniture'])
  })

  it('is the index at its end', () => {
    const row = (name: string) => `<tr><td><a href="#${name}">${name}</a>:</td><td><a href="#s">Locks</a></td></tr>`
    const index = (names: string) => `<table class="${names}">${row('gate')}${row('lever')}</table>`
    for (const names of ['index-cp', 'index-bt', 'cp-entries-printindex', 'indextable genindextable'])
      expect(kinds(`<p>A lock lifts boats.</p>${index(names)}`)).toEqual(['paragraph', 'furniture', 'furniture'])
    expect(kinds(index('index-of-locks'))).toEqual(['row', 'row'])
  })
})

it('comes to its end with very many short paragraphs', () => {
  expect(readHtml('<p>b</p>'.repeat(200_000)).blocks).toHaveLength(200_000)
})
