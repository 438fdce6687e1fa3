import { writeMarkdown } from './markdown.ts'
import { markPieces, placePieces, unmarked } from './marks.ts'
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

/** The paragraph of an item that holds one only is its text. */
function item(content: string): string {
  const [, only] = /^<p>((?:(?!<p>)[\s\S])*)<\/p>((?:\n<[uo]l[\s\S]*)?)$/.exec(content) ?? []
  return tag('li')(only === undefined ? content : content.replace(/^<p>|<\/p>/g, ''))
}

function row(cell: 'td' | 'th'): (cells: readonly string[]) => string {
  return (cells) => tag('tr')(cells.map(tag(cell)).join(''))
}

/** Renders Markdown to HTML in which everything is escaped; only http and https are linked to. */
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

/** A claim's text between tags: tags stay outside of the span, so that it nests in whatever holds the claim. */
function claim(part: string, piece: Piece | undefined): string {
  if (part.startsWith('<')) return unmarked(part)
  const { citations = [] } = piece ?? {}
  if (citations.length === 0 || part.trim() === '') return part
  const ids = escapeHtml(citations.map(({ id }) => id).join(' '))
  const kind = citations.every(({ verified }) => verified) ? 'claim' : 'claim unverified'
  return `<span class="${kind}" data-citations="${ids}">${part}</span>`
}

/** How HTML is written. */
export interface HtmlOptions {
  /** Begins the ids of the list's items; another one for each answer of a page. @defaultValue 'source-' */
  readonly idPrefix?: string | undefined
  /**
   * Makes HTML of the answer's Markdown, in the place of the renderer that is built in. What it gives is trusted: it
   * has to escape what the answer holds.
   */
  readonly renderer?: ((markdown: string) => string) | undefined
}

/**
 * The answer as HTML: its Markdown rendered and everything else escaped, claims in `span.claim` (and `.unverified`),
 * references as `sup` behind them, the sources as `ol.sources` in the order of `sources_summary`. Only http and https
 * are linked to; of other sources the list says where they are.
 */
export function toHtml(result: Renderable, options: HtmlOptions = {}): string {
  const { idPrefix = 'source-', renderer = renderMarkdown } = options
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
  return items.length === 0 ? text : `${text}\n<ol class="sources">${items.join('')}</ol>`
}
