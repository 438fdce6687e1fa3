import { type ResearchResult, toBibTeX, toCslJson, toHtml, toMarkdown, toPlainText } from '@deep-research/sdk/citations'
import { describe, expect, it } from 'vitest'
import { resultOf } from './results.ts'

const result = resultOf(
  'A ',
  { text: 'b', source: 7 },
  ' c ',
  { text: 'd', source: 3 },
  ', ',
  { text: 'e', source: 3, verified: false },
  '.',
)

/** The result with another title and URL for its first source. */
function withSource(title: string, url: string): ResearchResult {
  const base = resultOf({ text: 'x', source: 1 })
  const rename = <Holder extends { source: { title: string; url: string } }>(holder: Holder): Holder => ({
    ...holder,
    source: { ...holder.source, title, url },
  })
  return { ...base, citations: base.citations.map(rename), sources_summary: base.sources_summary.map(rename) }
}

describe('toPlainText', () => {
  it('numbers the references in the order of sources_summary and marks what is not verified', () => {
    expect(toPlainText(result)).toBe(
      'A b [2] c d [1], e [1, unverified].\n\nSources\n[1] Source 3 https://example.com/3\n[2] Source 7 https://example.com/7',
    )
  })

  it('is the answer where nothing is cited', () => {
    expect(toPlainText(resultOf('Nothing.'))).toBe('Nothing.')
  })

  it('has one reference for claims of one source that end together', () => {
    const base = resultOf({ text: 'abc', source: 1 })
    const [citation] = base.citations
    const inner = { ...citation, id: 'inner', cited_text: 'c', start_offset: 2, end_offset: 3, verified: false }
    const nested = { ...base, citations: [...base.citations, inner] } as ResearchResult
    expect(toPlainText(nested)).toMatch(/^abc \[1, unverified\]\n/)
  })

  it('numbers a source that only a citation names after the others', () => {
    const [, ...listed] = result.sources_summary
    expect(toPlainText({ ...result, sources_summary: listed })).toMatch('A b [1] c d [2]')
  })
})

describe('toMarkdown', () => {
  it('links the references and lists the sources', () => {
    expect(toMarkdown(result)).toBe(
      'A b[\\[2\\]](https://example.com/7) c d[\\[1\\]](https://example.com/3), ' +
        'e[\\[1, unverified\\]](https://example.com/3).\n\n## Sources\n\n' +
        '1. [Source 3](https://example.com/3)\n2. [Source 7](https://example.com/7)\n',
    )
  })

  it('lets no title and no URL break out', () => {
    const text = toMarkdown(withSource('a](http://evil) <b>\n# *x*', 'https://example.com/a_(b)?q=<x>'))
    expect(text).toContain('1. [a\\]\\(http://evil\\) \\<b\\> \\# \\*x\\*](https://example.com/a_%28b%29?q=%3Cx%3E)')
  })

  it.each(['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'urn:corpus:a', 'no url'])(
    'links to no %s, but says that the source is there',
    (url) => {
      const shown = url.replace(/[()]/g, '\\$&')
      expect(toMarkdown(withSource('Title', url))).toBe(`x\\[1\\]\n\n## Sources\n\n1. Title (${shown})\n`)
    },
  )
})

describe('toMarkdown with footnotes', () => {
  it('refers to notes, which name the sources', () => {
    expect(toMarkdown(result, { footnotes: true })).toBe(
      'A b[^2] c d[^1], e[^1] (unverified).\n\n' +
        '[^1]: [Source 3](https://example.com/3): “Quote of 3”\n[^2]: [Source 7](https://example.com/7): “Quote of 7”\n',
    )
  })
})

describe('toHtml', () => {
  it('marks claims, references and sources', () => {
    expect(toHtml(resultOf('A\n', { text: 'b', source: 1, verified: false }))).toBe(
      '<p>A<br>\n<span class="claim unverified" data-citations="cite_1">b</span>' +
        '<sup class="reference"><a href="#source-1">[1, unverified]</a></sup></p>\n' +
        '<ol class="sources"><li id="source-1"><a href="https://example.com/1" rel="noopener noreferrer">Source 1</a></li></ol>',
    )
  })

  it('makes a whole document with a title, which it escapes', () => {
    const result = resultOf('A ', { text: 'b', source: 1 })
    const html = toHtml(result, { title: 'Is a < b & c?' })
    expect(html).toMatch(/^<!doctype html>\n<html>/)
    expect(html.match(/Is a &lt; b &amp; c\?/g)).toHaveLength(2)
    expect(html).toContain(toHtml(result))
    // It asks nobody for anything.
    expect(html).not.toMatch(/<link|<script|url\(|@import/)
  })

  it('escapes everything', () => {
    const evil = `<script>"&'`
    const escaped = '&lt;script&gt;&quot;&amp;&#39;'
    expect(toHtml(resultOf(evil))).toBe(`<p>${escaped}</p>`)
    const html = toHtml(withSource(evil, 'https://example.com/?a="b"&c=<d>\''), { idPrefix: '"x' })
    expect(html).not.toMatch(/<script|="x|"b"/)
    expect(html).toContain(`>${escaped}</a>`)
  })

  it.each([
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'JAVASCRIPT:x',
    'data:text/html,x',
    'vbscript:x',
    '//example.com',
  ])('links to no %s, but says that the source is there', (url) => {
    const place = `<span class="place">${url.trim()}</span>`
    expect(toHtml(withSource('Title', url))).toContain(`<li id="source-1">Title ${place}</li>`)
  })
})

describe('toCslJson', () => {
  it('holds what is known of each source', () => {
    expect(toCslJson(result)).toEqual([
      {
        id: 'source-1',
        type: 'article-journal',
        title: 'Source 3',
        URL: 'https://example.com/3',
        author: [{ literal: 'Ada Example' }, { literal: 'Bob and Sons' }],
        issued: { 'date-parts': [[2023]] },
        abstract: 'Quote of 3',
      },
      expect.objectContaining({ id: 'source-2', title: 'Source 7' }),
    ])
  })

  it('invents nothing', () => {
    const bare = {
      citations: [],
      sources_summary: [{ source: { title: 'T', url: 'u' }, citation_ids: [], citation_count: 0 }],
    }
    expect(toCslJson(bare)).toEqual([{ id: 'source-1', type: 'document', title: 'T', URL: 'u' }])
    expect(toBibTeX(bare)).toBe('@misc{source1,\n  title = {{T}},\n  url = {u}\n}\n')
  })

  it.each([
    ['web', 'webpage'],
    ['book', 'book'],
    ['news', 'article-newspaper'],
    ['dataset', 'dataset'],
    ['podcast', 'document'],
    ['toString', 'document'],
  ])('takes %s for %s', (source_type, type) => {
    const [citation] = result.citations
    const citations = citation === undefined ? [] : [{ ...citation, source: { ...citation.source, source_type } }]
    expect(toCslJson({ citations, sources_summary: [] })).toMatchObject([{ type }])
  })
})

it('a DOI is named in bibliographies', () => {
  const source = { title: 'T', url: 'https://doi.org/10.5555/a', doi: '10.5555/a{b}' }
  const paper = { citations: [], sources_summary: [{ source, citation_ids: [], citation_count: 0 }] }
  expect(toCslJson(paper)).toMatchObject([{ DOI: '10.5555/a{b}', URL: 'https://doi.org/10.5555/a' }])
  expect(toBibTeX(paper)).toContain('  doi = {10.5555/a%7Bb%7D},\n')
})

describe('toBibTeX', () => {
  it('writes an entry for each source', () => {
    expect(toBibTeX(result)).toBe(
      [3, 7]
        .map(
          (source, index) =>
            `@article{source${index + 1},\n  title = {{Source ${source}}},\n  author = {Ada Example and {Bob and Sons}},\n` +
            `  year = {${2_020 + source}},\n  url = {https://example.com/${source}}\n}\n`,
        )
        .join('\n'),
    )
  })

  it('lets nothing break out of its field', () => {
    const text = toBibTeX(withSource('50% {of} A_B\\input{x} & ~^#$\n}', 'https://example.com/a}b\\c%20d'))
    expect(text).toContain(
      'title = {{50\\% \\{of\\} A\\_B\\textbackslash{}input\\{x\\} \\& \\textasciitilde{}\\textasciicircum{}\\#\\$ \\}}}',
    )
    expect(text).toMatch(/url = \{https:\/\/example\.com\/a%7[Db]b\/c%20d\}/i)
  })
})
