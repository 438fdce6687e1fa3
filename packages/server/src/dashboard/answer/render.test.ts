import type { ResearchResult } from '@deep-research/sdk/contract'
import { expect, it } from 'vitest'
import { RESULT } from '../../../test/support/scripted-engine.ts'
import { renderAnswer } from './render.ts'

/** An answer without citations. */
const answer = (answer_clean: string) => ({ answer_clean, citations: [], sources_summary: [] })

/** Claims, each with the number of its source. */
function cited(...claims: [text: string, source: number][]): ResearchResult {
  const [citation] = RESULT.citations
  if (!citation) throw new Error('the result cites nothing')
  let answer_clean = ''
  const citations = claims.map(([text], index) => {
    const start_offset = answer_clean.length
    answer_clean += text
    return { ...citation, id: `cite_${index}`, start_offset, end_offset: answer_clean.length }
  })
  const sources = Math.max(...claims.map(([, source]) => source))
  const sources_summary = Array.from({ length: sources }, (_, index) => ({
    source: { title: `Source ${index + 1}`, url: `https://example.com/${index + 1}` },
    citation_ids: claims.flatMap(([, source], claim) => (source === index + 1 ? [`cite_${claim}`] : [])),
    citation_count: 1,
  }))
  return { ...RESULT, answer_clean, citations, sources_summary }
}

/** A number after a claim, which leads to the passage, and to which each of its passages leads back. */
const mark = (number: number, ...citations: number[]) =>
  `<sup><a class="cite" id="claim-cite_${citations[0]}" href="#passage-cite_${citations[0]}" data-source="source-${number}" data-cites="${citations.map((index) => `cite_${index}`).join(' ')}" aria-label="Source ${number}"><span>${number}</span></a>${citations
    .slice(1)
    .map((index) => `<span id="claim-cite_${index}"></span>`)
    .join('')}</sup>`

it('renders Markdown, with the numbers of sources after their claims', () => {
  const html = String(
    renderAnswer(cited(['# Title\n\n**Bold** claim.', 1], [' Another\n\n- item', 2], ['\n- last', 1])),
  )
  expect(html).toContain('<h1>Title</h1>')
  expect(html).toContain(`<strong>Bold</strong> claim.${mark(1, 0)} Another`)
  expect(html).toContain(`<li>item${mark(2, 1)}</li>`)
  expect(html).toContain(`<li>last${mark(1, 2)}</li>`)
})

it('renders tables and code', () => {
  const html = String(renderAnswer(answer('| a | b |\n| - | - |\n| 1 | 2 |\n\n`code` and\n\n```\nblock <b>\n```')))
  expect(html).toContain('<div class="wide" tabindex="0"><table>')
  expect(html).toContain('<td>1</td>')
  expect(html).toContain('<code>code</code>')
  expect(html).toContain('block &lt;b&gt;')
})

it.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '[x](javascript:alert(1))',
  '[x](data:text/html,x)',
  '[x](/sign-out)',
  '![x](https://evil.example/pixel.png)',
  '[x](https://e.example "\\" onclick=alert(1)")',
  '<https://e.example/"onclick=x>',
])('lets nothing in by %s', (text) => {
  const html = String(renderAnswer(answer(text)))
  expect(html).not.toMatch(/<(?!\/?(p|a|sup|span)\b)/)
  expect(html).not.toMatch(
    /<a(?! href="https:\/\/e(vil)?\.example[^"]*"( title="[^"]*")? rel="noopener noreferrer" target="_blank">)/,
  )
})

it('puts no link into an address, a title or code', () => {
  const html = String(renderAnswer(cited(['[x](https://e.example "a', 1], [' onclick=y") and `co', 1], ['de`', 1])))
  expect(html).toContain('title="a onclick=y"')
  expect(html).toContain('<code>code</code>')
  expect(html.match(/<a /g)).toHaveLength(2)
})

it('takes an answer’s own private characters for no mark', () => {
  expect(String(renderAnswer(answer('before \uE0007\uE001 after')))).toBe('<p>before  7  after</p>\n')
})

it('keeps blocks of code and rows of tables whole, and puts their marks below or inside', () => {
  const code = '```sh\nls | wc\n```'
  const html = String(
    renderAnswer(cited([`Do:\n\n${code}`, 1], ['\n\n| a | b |\n| - | -: |\n| 1 | 2 |', 2], ['\n', 1])),
  )
  expect(html).toContain(`<pre tabindex="0"><code>ls | wc\n</code></pre>\n<p>${mark(1, 0)}</p>`)
  expect(html).toContain(`<td class="number">2 ${mark(2, 1)}</td>`)
  expect(html).not.toContain('style=')
})

it('numbers the sources as they come in the text, whichever is cited most', () => {
  const html = String(renderAnswer(cited(['One.', 2], [' Two.', 1], [' Three.', 1])))
  expect(html).toContain(`One.${mark(1, 0)} Two.${mark(2, 1)} Three.${mark(2, 2)}`)
})

it('joins what one source says at one place, and tells what is not borne out', () => {
  const result = cited(['Claim.', 1], ['', 1])
  const [first, second] = result.citations
  if (!first || !second) throw new Error('two claims')
  expect(String(renderAnswer(result))).toContain(mark(1, 0, 1))
  const doubtful = { ...result, citations: [first, { ...second, verified: false }] }
  expect(String(renderAnswer(doubtful))).toContain(
    '<a class="cite unverified" id="claim-cite_0" href="#passage-cite_0" data-source="source-1" data-cites="cite_0 cite_1" aria-label="Source 1, not borne out">',
  )
})
