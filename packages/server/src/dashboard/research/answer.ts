import type { ResearchResult } from '@deep-research/sdk/contract'
import { raw } from 'hono/html'
import MarkdownIt from 'markdown-it'
import type { Html } from '../html.ts'

type Cited = Pick<ResearchResult, 'answer_clean' | 'citations' | 'sources_summary'>

/** Stand around the numbers of sources until the text is rendered; no text of an answer needs these characters. */
const OPEN = '\uE000'
const CLOSE = '\uE001'
const MARKS = new RegExp(`${OPEN}([\\d,]+)${CLOSE}`, 'g')

/** HTML in an answer is shown as text; links lead to the web alone; pictures are not loaded. */
const markdown = new MarkdownIt({ html: false, linkify: false, breaks: false }).disable('image')
markdown.validateLink = (url) => /^https?:\/\//i.test(url)
markdown.renderer.rules['link_open'] = (tokens, index, options, _environment, self) => {
  tokens[index]?.attrSet('rel', 'noopener noreferrer')
  tokens[index]?.attrSet('target', '_blank')
  return self.renderToken(tokens, index, options)
}

// A mark becomes a link where it stands in text; in an address, a title or code there is no place for one.
markdown.renderer.rules['text'] = (tokens, index) =>
  markdown.utils.escapeHtml(tokens[index]?.content ?? '').replace(MARKS, (_, numbers: string) => linksTo(numbers))

/** The answer as HTML, each claim followed by the numbers of its sources. */
export function renderAnswer(result: Cited): Html {
  return raw(markdown.render(withMarks(result)).replace(MARKS, ''))
}

function linksTo(numbers: string): string {
  return numbers
    .split(',')
    .map((number) => `<sup><a href="#source-${number}" aria-label="Source ${number}">${number}</a></sup>`)
    .join('')
}

/** The answer as Markdown with numbered sources, to be pasted elsewhere. */
export function answerAsMarkdown(result: Cited): string {
  const text = withMarks(result).replace(MARKS, (_, numbers: string) =>
    numbers.replace(/\d+/g, '[$&]').replace(/,/g, ''),
  )
  const sources = result.sources_summary.map(({ source }, index) => `${index + 1}. ${source.title} <${source.url}>`)
  return sources.length === 0 ? text : `${text}\n\n## Sources\n\n${sources.join('\n')}\n`
}

/** The text with the numbers of sources where their claims end. */
function withMarks({ answer_clean, citations, sources_summary }: Cited): string {
  const numbers = new Map(
    sources_summary.flatMap(({ citation_ids }, index) => citation_ids.map((id) => [id, index + 1] as const)),
  )
  const ends = new Map<number, Set<number>>()
  for (const { id, end_offset } of citations) {
    const number = numbers.get(id)
    if (number !== undefined) ends.set(end_offset, (ends.get(end_offset) ?? new Set()).add(number))
  }
  let text = ''
  let from = 0
  for (const [end, cited] of [...ends].sort(([a], [b]) => a - b)) {
    text += `${plain(answer_clean.slice(from, end))}${OPEN}${[...cited].sort((a, b) => a - b).join(',')}${CLOSE}`
    from = end
  }
  return text + plain(answer_clean.slice(from))
}

function plain(text: string): string {
  return text.replaceAll(OPEN, ' ').replaceAll(CLOSE, ' ')
}
