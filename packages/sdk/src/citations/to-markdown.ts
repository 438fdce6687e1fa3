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
  /**
   * Makes what a renderer might run or load harmless, as `toHtml` does: raw HTML, images, and links to anything but http,
   * https, mail and places of the same page. In code it may show as an escape. @defaultValue false
   */
  readonly safe?: boolean | undefined
}

/**
 * @param before - the last character of the text before it
 */
function harmless(text: string, before: string): string {
  const joins = (before === ']' && /^[(:]/.test(text)) || (before === '!' && text.startsWith('['))
  const made = text
    .replace(/<(?=[a-z/!?]|$)/gi, '&lt;')
    .replaceAll('![', '!\\[')
    .replaceAll(']:', ']\\:')
    .replace(/\]\((?!(?:https?:\/\/|mailto:|#))/gi, ']\\(')
  return joins ? `\\${made}` : made
}

/**
 * Renders the answer as Markdown: its own text unchanged, references as linked `[1]` after each claim, and a numbered
 * list of sources in the order of `sources_summary`; or both as footnotes. Titles are escaped. Only http and https are
 * linked; for other sources the list says where they are. Raw HTML and links in the answer's own text are kept as they
 * are, whatever they lead to: with a renderer that does not remove them, use `safe`.
 */
export function toMarkdown(result: Renderable, { footnotes = false, safe = false }: MarkdownOptions = {}): string {
  const { pieces, sources } = number(result)
  const link = (reference: Reference): string => markdownLink(`\\[${label(reference)}\\]`, reference.source.url)
  const note = ({ number: place, verified }: Reference): string =>
    verified ? `[^${place}]` : `[^${place}] (unverified)`
  const shown = pieces.map((piece, index) => {
    const before = pieces[index - 1]?.text.at(-1) ?? ''
    return safe ? { ...piece, text: harmless(piece.text, before) } : piece
  })
  const text = shown.map((piece) => withReferences(piece, footnotes ? note : link)).join('')
  if (sources.length === 0) return text
  const list = sources.map((source, index) => {
    const place = whereabouts(source)
    const name = markdownLink(escapeMarkdown(source.title), source.url) + (place && ` (${escapeMarkdown(place)})`)
    return footnotes ? `[^${index + 1}]: ${name}` : `${index + 1}. ${name}`
  })
  return footnotes ? `${text}\n\n${list.join('\n')}\n` : `${text}\n\n## Sources\n\n${list.join('\n')}\n`
}
