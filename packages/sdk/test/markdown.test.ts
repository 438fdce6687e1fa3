import { toHtml, toMarkdown, toPlainText } from '@deep-research/sdk/citations'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { resultOf } from './results.ts'

const html = (markdown: string): string => toHtml(resultOf(markdown))
const plain = (markdown: string): string => toPlainText(resultOf(markdown))

describe('what Markdown says', () => {
  it.each([
    ['a **b** c', '<p>a <strong>b</strong> c</p>', 'a b c'],
    ['a *b* and _c_', '<p>a <em>b</em> and <em>c</em></p>', 'a b and c'],
    ['**a *b* c**', '<p><strong>a <em>b</em> c</strong></p>', 'a b c'],
    ['~~a~~', '<p><del>a</del></p>', 'a'],
    ['`a *b* <i>`', '<p><code>a *b* &lt;i&gt;</code></p>', 'a *b* <i>'],
    ['``a`b``', '<p><code>a`b</code></p>', 'a`b'],
    ['# A #\n\n### b', '<h1>A</h1>\n<h3>b</h3>', 'A\n\nb'],
    ['- a\n- b\n  c', '<ul><li>a</li><li>b<br>\nc</li></ul>', '• a\n• b\n  c'],
    ['* a\n  * b\n* c', '<ul><li>a\n<ul><li>b</li></ul></li><li>c</li></ul>', '• a\n  • b\n• c'],
    ['3. a\n\n4. b', '<ol start="3"><li>a</li><li>b</li></ol>', '3. a\n4. b'],
    ['a\n- b', '<p>a</p>\n<ul><li>b</li></ul>', 'a\n\n• b'],
    ['a\nb', '<p>a<br>\nb</p>', 'a\nb'],
    ['```js\n**a**\n\n<b>\n```\nc', '<pre><code>**a**\n\n&lt;b&gt;</code></pre>\n<p>c</p>', '**a**\n\n<b>\n\nc'],
    ['> a\n> b', '<blockquote><p>a<br>\nb</p></blockquote>', '  a\n  b'],
    ['a\n\n---\n\nb', '<p>a</p>\n<hr>\n<p>b</p>', 'a\n\n———\n\nb'],
    [
      '| a | b |\n|---|:-:|\n| **c** | d \\| e |\nf',
      '<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td><strong>c</strong></td><td>d | e</td></tr></tbody></table>\n<p>f</p>',
      'a | b\nc | d | e\n\nf',
    ],
    [
      '[a **b**](https://example.com/?x=1&y)',
      '<p><a href="https://example.com/?x=1&amp;y" rel="noopener noreferrer">a <strong>b</strong></a></p>',
      'a b (https://example.com/?x=1&y)',
    ],
    [
      '![a](https://example.com/b.png)',
      '<p><a href="https://example.com/b.png" rel="noopener noreferrer">a</a></p>',
      'a (https://example.com/b.png)',
    ],
    ['\\*a\\* \\# \\a', '<p>*a* # \\a</p>', '*a* # \\a'],
    ['a\r\nb\r\n\r\nc', '<p>a<br>\nb</p>\n<p>c</p>', 'a\nb\n\nc'],
  ])('%j', (markdown, asHtml, asText) => {
    expect(html(markdown)).toBe(asHtml)
    expect(plain(markdown)).toBe(asText)
  })
})

describe('what only looks like Markdown stays as it is', () => {
  it.each([
    '2 * 3 * 4',
    '2*3*4',
    'snake_case_name',
    '**a',
    'a ** b **',
    '`a',
    '[a](b',
    '[a] (b)',
    'In\n1986. A year',
    '#a',
    '-a',
    'a | b',
    '1986',
  ])('%j', (text) => {
    expect(plain(text)).toBe(text)
    expect(html(text)).toBe(`<p>${text.replace('\n', '<br>\n')}</p>`)
  })
})

describe('nothing dangerous comes of it', () => {
  it.each([
    '[a](javascript:alert(1))',
    '[a](data:text/html,b)',
    '[a](//example.com)',
    '<script>alert(1)</script>',
    '<img src=x onerror=y>',
  ])('%s', (text) => expect(html(text)).not.toMatch(/<(?!\/?p>)/))

  it('whatever is in it', () => {
    const part = fc.constantFrom(
      '**',
      '*',
      '_',
      '`',
      '```\n',
      '[',
      '](',
      ')',
      '\n',
      '\n\n',
      '- ',
      '1. ',
      '> ',
      '# ',
      '|',
      '|-|',
      '<b>',
      '"',
      '&',
      ' ',
      'a',
      'é',
    )
    const claim = fc.record({
      text: fc.array(part, { minLength: 1, maxLength: 8 }).map((parts) => parts.join('')),
      source: fc.integer({ min: 1, max: 3 }),
    })
    const answers = fc.array(
      fc.oneof(
        fc.array(part, { maxLength: 8 }).map((parts) => parts.join('')),
        claim,
      ),
      { maxLength: 8 },
    )
    fc.assert(
      fc.property(answers, (parts) => {
        const result = resultOf(...parts)
        const rendered = toHtml(result)
        expect(rendered + toPlainText(result)).not.toMatch(/[\ufdd0-\ufdd2]/)
        const open: string[] = []
        for (const [, isEnd, name = ''] of rendered.matchAll(/<(\/?)([a-z0-9]+)[^>]*>/g)) {
          if (name === 'br' || name === 'hr') continue
          if (isEnd) expect(open.pop()).toBe(name)
          else open.push(name)
        }
        expect(open).toEqual([])
        expect(rendered).not.toMatch(/<b>/)
        // No reference is lost but in the marks that make a block what it is.
        const references = rendered.match(/<sup/g)?.length ?? 0
        expect(references).toBeLessThanOrEqual(result.citations.length)
      }),
      { numRuns: 300 },
    )
  })

  it.each([
    '**a ',
    '*a',
    '`a',
    '``` ',
    '[a](',
    '[',
    '> ',
    '- ',
    '  - ',
    '| a ',
    '\n> - ',
    '_a_',
    '**a** *',
    '\n\n- a',
    '# ',
    '\\',
    '|-|\n',
    '`'.repeat(9),
  ])('and no megabyte of %j takes long', (part) => {
    const text = part.repeat(Math.ceil(300_000 / part.length))
    expect(html(text).length).toBeGreaterThan(0)
    expect(plain(text)).toBeTypeOf('string')
  })
})

describe('claims and references', () => {
  it('stand where they belong in lists, tables and bold text', () => {
    const result = resultOf(
      '## Facts\n\n',
      { text: '- **a** is b', source: 1 },
      '\n- ',
      { text: 'c\n', source: 2, verified: false },
      '\n| x | y |\n|---|---|\n| ',
      { text: '1 | 2 |', source: 1 },
    )
    const claim = (content: string): string => `<span class="claim" data-citations="cite_1">${content}</span>`
    const sup = (text: string): string => `<sup class="reference"><a href="#source-${text[0]}">[${text}]</a></sup>`
    const [body = ''] = toHtml(result).split('\n<ol class="sources">')
    expect(body).toBe(
      `<h2>Facts</h2>\n<ul><li><strong>${claim('a')}</strong>${claim(' is b')}${sup('1')}</li>` +
        `<li><span class="claim unverified" data-citations="cite_2">c</span>${sup('2, unverified')}</li></ul>\n` +
        '<table><thead><tr><th>x</th><th>y</th></tr></thead><tbody><tr>' +
        `<td>${claim('1').replace('cite_1', 'cite_3')}</td><td>${claim('2').replace('cite_1', 'cite_3')}${sup('1')}</td></tr></tbody></table>`,
    )
    expect(toPlainText(result)).toMatch(
      /^Facts\n\n• a is b \[1\]\n• c \[2, unverified\]\n\nx \| y\n1 \| 2 \[1\]\n\nSources/,
    )
    expect(toMarkdown(result, { footnotes: true })).toMatch(
      '- **a** is b[^1]\n- c[^2] (unverified)\n\n| x | y |\n|---|---|\n| 1 | 2[^1] |',
    )
  })

  it('stand below the code that they are of', () => {
    const result = resultOf('So:\n\n```\n', { text: 'a = 1', source: 1 }, '\n```\n\nMore.')
    expect(toMarkdown(result, { footnotes: true })).toMatch(/^So:\n\n```\na = 1\n```\n\n\[\^1\]\n\nMore\./)
  })

  it('stand in what a renderer of the caller makes', () => {
    const result = resultOf('A ', { text: '*b*', source: 1 }, '.')
    const renderer = (markdown: string): string =>
      `<article title="${markdown}">${markdown.replace(/\*(.*)\*/, '<i>$1</i>')}</article>`
    expect(toHtml(result, { renderer }).split('\n')[0]).toBe(
      '<article title="A *b*.">A <i><span class="claim" data-citations="cite_1">b</span></i>' +
        '<sup class="reference"><a href="#source-1">[1]</a></sup>.</article>',
    )
  })
})
