import { writeMarkdown } from './markdown.ts'
import { markPieces, placePieces, unmarked } from './marks.ts'
import { page } from './page.ts'
import { label, number, type Piece, type Reference, type Renderable, whereabouts } from './references.ts'
import { webURL } from './sources.ts'

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}

function tag(name: string): (content: string) => string {
  return (content) => `<${name}>${content}</${name}>`
}

function anchor(content: string, url: string): string {
  const href = webURL(unmarked(url))
  return href === undefined ? content : `<a href="${escapeHtml(href)}" rel="noopener noreferrer">${content}</a>`
}

/** If an item has only one paragraph, its text stands without `p`. */
function item(content: string): string {
  const [, only] = /^<p>((?:(?!<p>)[\s\S])*)<\/p>((?:\n<[uo]l[\s\S]*)?)$/.exec(content) ?? []
  return tag('li')(only === undefined ? content : content.replace(/^<p>|<\/p>/g, ''))
}

function row(cell: 'td' | 'th'): (cells: readonly string[]) => string {
  return (cells) => tag('tr')(cells.map(tag(cell)).join(''))
}

/** Renders Markdown to HTML. Everything is escaped, and only http and https links are kept. */
function renderMarkdown(markdown: string): string {
  return writeMarkdown(markdown.split(/\r\n?|\n/), {
    text: escapeHtml,
    code: (code) => tag('code')(escapeHtml(code)),
    strong: tag('strong'),
    emphasis: tag('em'),
    strike: tag('del'),
    link: anchor,
    lineBreak: () => '<br>\n',
    paragraph: tag('p'),
    heading: (level, content) => tag(`h${level}`)(content),
    fence: (code) => `<pre><code>${escapeHtml(code)}</code></pre>`,
    quote: tag('blockquote'),
    rule: () => '<hr>',
    list: (items, start) => {
      const begin = start === undefined || start === 1 ? '' : ` start="${start}"`
      const name = start === undefined ? 'ul' : 'ol'
      return `<${name}${begin}>${items.map(item).join('')}</${name}>`
    },
    table([head = [], ...rows]) {
      return tag('table')(tag('thead')(row('th')(head)) + tag('tbody')(rows.map(row('td')).join('')))
    },
    join: (blocks) => blocks.join('\n'),
  })
}

/**
 * Wraps a claim's text in a span, but leaves tags outside, so that the span nests correctly in whatever contains the
 * claim.
 */
function claim(part: string, piece: Piece | undefined): string {
  if (part.startsWith('<')) return unmarked(part)
  const { citations = [] } = piece ?? {}
  if (citations.length === 0 || part.trim() === '') return part
  const ids = escapeHtml(citations.map(({ id }) => id).join(' '))
  const kind = citations.every(({ verified }) => verified) ? 'claim' : 'claim unverified'
  return `<span class="${kind}" data-citations="${ids}">${part}</span>`
}

/** Options for rendering HTML. */
export interface HtmlOptions {
  /** The prefix of the ids of list items; use a different one for each answer on a page. @defaultValue 'source-' */
  readonly idPrefix?: string | undefined
  /**
   * Renders the answer's Markdown to HTML in place of the built-in renderer. Its output is trusted, so it has to escape
   * what the answer contains.
   */
  readonly renderer?: ((markdown: string) => string) | undefined
  /**
   * Makes a whole document with this title, such as the question: one file with a style of its own, which a browser
   * prints, or saves as PDF, as a report with numbered pages and the addresses of its sources.
   * @defaultValue a part of a page is rendered
   */
  readonly title?: string | undefined
}

/**
 * Renders the answer as HTML: its Markdown is rendered and everything else is escaped, claims are in `span.claim` (and
 * `.unverified`), references follow them as `sup`, and the sources are in `ol.sources` in the order of
 * `sources_summary`. Only http and https are linked; for other sources the list says where they are.
 */
export function toHtml(result: Renderable, options: HtmlOptions = {}): string {
  const { idPrefix = 'source-', renderer = renderMarkdown, title } = options
  const numbered = number(result)
  const prefix = escapeHtml(idPrefix)
  const mark = (reference: Reference): string =>
    `<sup class="reference"><a href="#${prefix}${reference.number}">[${label(reference)}]</a></sup>`
  const writer = {
    text: claim,
    references: ({ references }: Piece) => references.map(mark).join(''),
  }
  const text = placePieces(renderer(markPieces(numbered)), numbered, writer, true)
  const items = numbered.sources.map((source, index) => {
    const place = whereabouts(source)
    const name =
      anchor(escapeHtml(source.title), source.url) + (place && ` <span class="place">${escapeHtml(place)}</span>`)
    return `<li id="${prefix}${index + 1}">${name}</li>`
  })
  const whole = items.length === 0 ? text : `${text}\n<ol class="sources">${items.join('')}</ol>`
  return title === undefined ? whole : page(escapeHtml(title), whole)
}
