/** Stand around the names of citations until the text is rendered; no text of an answer needs these characters. */
const OPEN = '\uE000'
const CLOSE = '\uE001'

/** The marks in a text; each holds names, separated by commas. */
export const MARKS: RegExp = new RegExp(`${OPEN}([^${OPEN}${CLOSE}]*)${CLOSE}`, 'g')

const FENCED = /^ {0,3}(`{3,}(?!`)|~{3,}(?!~)).*\n(?:[\s\S]*?\n)?? {0,3}\1[`~]*[ \t]*$|^ {0,3}(`{3,}|~{3,})[\s\S]*/gm
const ROW_END = /\|[ \t]*$/

/** Where a claim ends, as an offset into the text, and the names of what is cited there. */
export type End = readonly [offset: number, names: readonly string[]]

/** Where a mark stands: an offset into the text, and whether it is a paragraph of its own there. */
export interface Place {
  at: number
  names: string[]
  below: boolean
}

/**
 * The places of marks in the order of the text. A claim that ends in a block of code has its mark below the block, and
 * one that ends with a row of a table in its last cell: where it ends, the mark would be code, or break the row.
 */
export function placesOf(text: string, ends: readonly End[]): Place[] {
  const blocks = [...text.matchAll(FENCED)].map(({ index, 0: { length } }) => ({ start: index, end: index + length }))
  const placed = new Map<number, Place>()
  for (const [offset, names] of ends) {
    const block = blocks.find(({ start, end }) => offset > start && offset <= end)
    const at = block?.end ?? beforeLastPipe(text, offset)
    const known = placed.get(at) ?? { at, names: [], below: block !== undefined }
    known.names.push(...names)
    placed.set(at, known)
  }
  return [...placed.values()].sort((a, b) => a.at - b.at)
}

/** Markdown with a mark where each claim ends. */
export function placeMarks(markdown: string, ends: readonly End[]): string {
  const text = markdown.replaceAll(OPEN, ' ').replaceAll(CLOSE, ' ')
  let marked = ''
  let from = 0
  for (const { at, names, below } of placesOf(text, ends)) {
    const mark = `${OPEN}${names.join(',')}${CLOSE}`
    marked += text.slice(from, at) + (below ? `\n\n${mark}\n\n` : mark)
    from = at
  }
  return marked + text.slice(from)
}

function beforeLastPipe(text: string, offset: number): number {
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset)
  return line.startsWith('|') && ROW_END.test(line) && line.length > 1 ? text.lastIndexOf('|', offset - 1) : offset
}
