/** What stands between the cells of a row in the text of a document; only a Markdown document keeps its own marks. */
export const BETWEEN_CELLS = ' | '

/** What stands in an empty cell, so that the others stand below their headings. */
export const EMPTY_CELL = '-'

/** What stands in the cells of a row, as Markdown parts them; an escaped bar parts nothing. */
export function cellsOf(row: string): string[] {
  const inner = row.replace(/^\s*\||(?<!\\)\|\s*$/g, '')
  return inner.split(/(?<!\\)\|/).map((cell) => cell.replace(/\s+/g, ' ').trim())
}
