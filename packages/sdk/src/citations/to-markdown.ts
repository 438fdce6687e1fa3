import type { Citation } from '#contract/types.ts'
import {
  label,
  number,
  type Piece,
  type Reference,
  type Renderable,
  whereabouts,
  withReferences,
} from './references.ts'
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
   * Says where in its source the words of a citation stand, such as `line 12`, before they are quoted in a footnote.
   * @defaultValue nothing is said
   */
  readonly locate?: ((citation: Citation) => string | undefined) | undefined
  /**
   * Makes what a renderer might run or load harmless, as `toHtml` does: raw HTML, images, and links to anything but http,
   * https, mail and places of the same page. In code it may show as an escape. @defaultValue false
   */
  readonly safe?: boolean | undefined
}

/** What opens or closes a block of code. */
const FENCE = /^ {0,3}(`{3,}|~{3,})/

/** The blocks of code of a text; one that nothing closes goes on to its end. */
function codeIn(text: string): { start: number; end: number }[] {
  const blocks: { start: number; end: number }[] = []
  let open: { start: number; mark: string } | undefined
  let start = 0
  for (const line of text.split('\n')) {
    const [opening = '', mark] = FENCE.exec(line) ?? []
    const end = start + line.length
    if (open === undefined) open = mark === undefined ? undefined : { start, mark }
    else if (mark?.startsWith(open.mark) && line.slice(opening.length).trim() === '') {
      blocks.push({ start: open.start, end })
      open = undefined
    }
    start = end + 1
  }
  return open ? [...blocks, { start: open.start, end: text.length }] : blocks
}

/** UTF-16 code units of a quotation in a footnote. */
const QUOTED = 160

/** The text of all pieces with their references; those of a claim that ends in code stand below the block. */
function withMarks(pieces: readonly Piece[], write: (reference: Reference) => string): string {
  const blocks = codeIn(pieces.map(({ text }) => text).join(''))
  let written = ''
  let from = 0
  let held: Reference[] = []
  for (const piece of pieces) {
    const end = from + piece.text.length
    const own = blocks.find((block) => block.start < end && end < block.end)
    const closing = held.length > 0 ? blocks.find((block) => from < block.end && block.end <= end) : undefined
    if (closing) {
      const at = closing.end - from
      written += `${piece.text.slice(0, at)}\n\n${held.map(write).join('')}`
      written += withReferences({ ...piece, text: piece.text.slice(at) }, write)
      held = []
    } else if (own) {
      written += piece.text
      held = [...held, ...piece.references.filter(({ number: place }) => held.every((each) => each.number !== place))]
    } else written += withReferences(piece, write)
    from = end
  }
  return held.length > 0 ? `${written}\n\n${held.map(write).join('')}` : written
}

function quotationsOf(url: string, { citations }: Renderable, locate: MarkdownOptions['locate']): string {
  const quoted = citations.flatMap((citation) => {
    const words = citation.source_anchor?.quote ?? citation.supporting_quote ?? ''
    if (citation.source.url !== url || words.trim() === '') return []
    const line = words.replace(/\s+/g, ' ').trim()
    const shown = line.length > QUOTED ? `${line.slice(0, QUOTED).toWellFormed()}…` : line
    const place = locate?.(citation)
    return [`${place ? `${escapeMarkdown(place)} ` : ''}“${escapeMarkdown(shown)}”`]
  })
  return quoted.length > 0 ? `: ${[...new Set(quoted)].join('; ')}` : ''
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
 * linked; for other sources the list says where they are. The references of a claim that ends in code stand below its
 * block. A footnote quotes what is cited of its source. Raw HTML and links in the answer's own text are kept as they
 * are, whatever they lead to: with a renderer that does not remove them, use `safe`.
 */
export function toMarkdown(
  result: Renderable,
  { footnotes = false, safe = false, locate }: MarkdownOptions = {},
): string {
  const { pieces, sources } = number(result)
  const link = (reference: Reference): string => markdownLink(`\\[${label(reference)}\\]`, reference.source.url)
  const note = ({ number: place, verified }: Reference): string =>
    verified ? `[^${place}]` : `[^${place}] (unverified)`
  const shown = pieces.map((piece, index) => {
    const before = pieces[index - 1]?.text.at(-1) ?? ''
    return safe ? { ...piece, text: harmless(piece.text, before) } : piece
  })
  const text = withMarks(shown, footnotes ? note : link)
  if (sources.length === 0) return text
  const list = sources.map((source, index) => {
    const place = whereabouts(source)
    const name = markdownLink(escapeMarkdown(source.title), source.url) + (place && ` (${escapeMarkdown(place)})`)
    return footnotes ? `[^${index + 1}]: ${name}${quotationsOf(source.url, result, locate)}` : `${index + 1}. ${name}`
  })
  return footnotes ? `${text}\n\n${list.join('\n')}\n` : `${text}\n\n## Sources\n\n${list.join('\n')}\n`
}
