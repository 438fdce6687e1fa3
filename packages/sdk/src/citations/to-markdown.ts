import { label, number, type Reference, type Renderable, whereabouts, withReferences } from './references.ts'
import { webURL } from './sources.ts'

function escapeMarkdown(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_{}[\]()#+!|<>~&]/g, '\\$&')
}

/** Writes a link and encodes parentheses in its target, which would end it. */
function markdownLink(text: string, url: string): string {
  const href = webURL(url)?.replaceAll('(', '%28').replaceAll(')', '%29')
  return href === undefined ? text : `[${text}](${href})`
}

/** Options for rendering Markdown. */
export interface MarkdownOptions {
  /**
   * Writes references as footnotes (`[^1]`) with the sources as their texts, for renderers that support them.
   * @defaultValue false
   */
  readonly footnotes?: boolean | undefined
}

/**
 * Renders the answer as Markdown: its own text unchanged, references as linked `[1]` after each claim, and a numbered
 * list of sources in the order of `sources_summary`; or both as footnotes. Titles are escaped. Only http and https are
 * linked; for other sources the list says where they are.
 */
export function toMarkdown(result: Renderable, { footnotes = false }: MarkdownOptions = {}): string {
  const { pieces, sources } = number(result)
  const link = (reference: Reference): string => markdownLink(`\\[${label(reference)}\\]`, reference.source.url)
  const note = ({ number: place, verified }: Reference): string =>
    verified ? `[^${place}]` : `[^${place}] (unverified)`
  const text = pieces.map((piece) => withReferences(piece, footnotes ? note : link)).join('')
  if (sources.length === 0) return text
  const list = sources.map((source, index) => {
    const place = whereabouts(source)
    const name = markdownLink(escapeMarkdown(source.title), source.url) + (place && ` (${escapeMarkdown(place)})`)
    return footnotes ? `[^${index + 1}]: ${name}` : `${index + 1}. ${name}`
  })
  return footnotes ? `${text}\n\n${list.join('\n')}\n` : `${text}\n\n## Sources\n\n${list.join('\n')}\n`
}
