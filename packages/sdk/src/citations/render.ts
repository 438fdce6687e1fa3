import type { Citation, ResearchResult, SummarySource } from '#contract/types.ts'
import { toSegments } from './segments.ts'
import { listSources, webURL } from './sources.ts'

/** What can be rendered. */
export type Renderable = Pick<ResearchResult, 'answer' | 'answer_clean' | 'citations' | 'sources_summary'>

/** A reference behind a claim. */
interface Reference {
  readonly number: number
  readonly verified: boolean
  readonly source: SummarySource
}

interface Piece {
  readonly text: string
  readonly citations: readonly Citation[]
  /** References of the claims that end with this piece. */
  readonly references: readonly Reference[]
}

interface Numbered {
  readonly pieces: readonly Piece[]
  /** The first is number 1. */
  readonly sources: readonly SummarySource[]
}

/** Numbers the references: one per source, though several of its claims end in one place. */
function number(result: Renderable): Numbered {
  const sources = listSources(result)
  const numbers = new Map(sources.map(({ url }, index) => [url, index + 1]))
  const segments = toSegments(result)
  const pieces = segments.map(({ text, citations }, index): Piece => {
    const ending = citations.filter((citation) => segments[index + 1]?.citations.includes(citation) !== true)
    const references = new Map<number, Reference>()
    for (const { source, verified } of ending) {
      const place = numbers.get(source.url) ?? 0
      const all = verified && references.get(place)?.verified !== false
      references.set(place, { number: place, verified: all, source })
    }
    return { text, citations, references: [...references.values()].sort((a, b) => a.number - b.number) }
  })
  return { pieces, sources }
}

function label({ number: place, verified }: Reference): string {
  return verified ? `${place}` : `${place}, unverified`
}

/**
 * The answer as plain text with references as `[1]` behind each claim and the list of sources, in the order of
 * `sources_summary`. A claim that is not verified says so: `[1, unverified]`.
 */
export function toPlainText(result: Renderable): string {
  const { pieces, sources } = number(result)
  const text = pieces.map((piece) => piece.text + piece.references.map((each) => ` [${label(each)}]`).join('')).join('')
  if (sources.length === 0) return text
  const list = sources.map(({ title, url }, index) => `[${index + 1}] ${oneLine(title)} ${url}`)
  return `${text}\n\nSources\n${list.join('\n')}`
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

function escapeMarkdown(text: string): string {
  return oneLine(text).replace(/[\\`*_{}[\]()#+!|<>~&]/g, '\\$&')
}

/** A link's target without the parentheses that would end it. */
function markdownLink(text: string, url: string): string {
  const href = webURL(url)?.replaceAll('(', '%28').replaceAll(')', '%29')
  return href === undefined ? text : `[${text}](${href})`
}

/**
 * The answer as Markdown: its own text as it is, references as linked `[1]` behind each claim, and a numbered list of
 * sources, in the order of `sources_summary`. Titles are escaped; only http and https are linked to.
 */
export function toMarkdown(result: Renderable): string {
  const { pieces, sources } = number(result)
  const mark = (reference: Reference): string => markdownLink(`\\[${label(reference)}\\]`, reference.source.url)
  const text = pieces.map((piece) => piece.text + piece.references.map(mark).join('')).join('')
  if (sources.length === 0) return text
  const list = sources.map(({ title, url }, index) => `${index + 1}. ${markdownLink(escapeMarkdown(title), url)}`)
  return `${text}\n\n## Sources\n\n${list.join('\n')}\n`
}

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

function htmlPiece({ text, citations, references }: Piece, idPrefix: string): string {
  const body = escapeHtml(text).replaceAll('\n', '<br>\n')
  const ids = escapeHtml(citations.map(({ id }) => id).join(' '))
  const kind = citations.every(({ verified }) => verified) ? 'claim' : 'claim unverified'
  const claim = citations.length === 0 ? body : `<span class="${kind}" data-citations="${ids}">${body}</span>`
  const mark = (reference: Reference): string =>
    `<sup class="reference"><a href="#${idPrefix}${reference.number}">[${label(reference)}]</a></sup>`
  return claim + references.map(mark).join('')
}

/** How HTML is written. */
export interface HtmlOptions {
  /** Begins the ids of the list's items; another one for each answer of a page. @defaultValue 'source-' */
  readonly idPrefix?: string | undefined
}

/**
 * The answer as HTML: everything escaped, claims in `span.claim` (and `.unverified`), references as `sup` behind them,
 * the sources as `ol.sources` in the order of `sources_summary`. Only http and https are linked to.
 */
export function toHtml(result: Renderable, { idPrefix = 'source-' }: HtmlOptions = {}): string {
  const { pieces, sources } = number(result)
  const prefix = escapeHtml(idPrefix)
  const text = `<p>${pieces.map((piece) => htmlPiece(piece, prefix)).join('')}</p>`
  const items = sources.map(({ title, url }, index) => {
    const href = webURL(url)
    const name = escapeHtml(title)
    const link = href === undefined ? name : `<a href="${escapeHtml(href)}" rel="noopener noreferrer">${name}</a>`
    return `<li id="${prefix}${index + 1}">${link}</li>`
  })
  return items.length === 0 ? text : `${text}\n<ol class="sources">${items.join('')}</ol>`
}
