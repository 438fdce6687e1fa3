import { writeMarkdown } from './markdown.ts'
import { markPieces, placePieces } from './marks.ts'
import { label, number, type Piece, type Renderable } from './references.ts'

const same = (text: string): string => text

function indented(text: string, first: string): string {
  return first + text.replaceAll('\n', `\n${' '.repeat(first.length)}`)
}

/** Removes the markup from Markdown. */
function readMarkdown(markdown: string): string {
  return writeMarkdown(markdown.split(/\r\n?|\n/), {
    text: same,
    code: same,
    strong: same,
    emphasis: same,
    strike: same,
    link: (content, url) => (content === url ? url : `${content} (${url})`),
    lineBreak: () => '\n',
    paragraph: same,
    heading: (_, content) => content,
    fence: same,
    quote: (content) => indented(content, '  '),
    rule: () => '———',
    list: (items, start) =>
      items
        .map((item, index) =>
          indented(item.replaceAll('\n\n', '\n'), start === undefined ? '• ' : `${start + index}. `),
        )
        .join('\n'),
    table: (rows) => rows.map((cells) => cells.join(' | ')).join('\n'),
    join: (blocks) => blocks.join('\n\n'),
  })
}

/**
 * Renders the answer as plain text without its Markdown markup, with references such as `[1]` after each claim and the
 * list of sources in the order of `sources_summary`. Unverified claims are marked: `[1, unverified]`.
 */
export function toPlainText(result: Renderable): string {
  const numbered = number(result)
  const { sources } = numbered
  const writer = {
    text: same,
    references: ({ references }: Piece) => references.map((each) => ` [${label(each)}]`).join(''),
  }
  const text = placePieces(readMarkdown(markPieces(numbered)), numbered, writer, false)
  if (sources.length === 0) return text
  const list = sources.map(({ title, url }, index) => `[${index + 1}] ${title.replace(/\s+/g, ' ').trim()} ${url}`)
  return `${text}\n\nSources\n${list.join('\n')}`
}
