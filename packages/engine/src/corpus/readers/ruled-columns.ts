import { tableLines } from './text-tables.ts'

/** The line below the header of a table without borders: "-----  ---------". */
const RULE = /^[^\S\r\n\u2028\u2029]*-{2,}(?:[^\S\n]{2,}-{2,})+[^\S\n]*$/
const ANY_RULE = new RegExp(RULE.source, 'm')
/** With fewer rows, what is underlined may be the parts of a line. */
const LEAST_ROWS = 2
/** Longer tables are left as they are. */
const MOST_ROWS = 2_000
/** UTF-16 code units: a longer line is no line of a table. */
const LONGEST_LINE = 400

/** Writes the tables of a text whose header is underlined column by column so that each row is one line with bars between its cells. */
export function withRuledColumns(text: string): string {
  if (!ANY_RULE.test(text)) return text
  const lines = text.split('\n')
  const written: string[] = []
  for (let at = 0; at < lines.length; ) {
    const table = tableAt(lines, at)
    written.push(...(table?.rows ?? [lines[at] ?? '']))
    at = table?.end ?? at + 1
  }
  return written.join('\n')
}

/** The table whose header is in a line, behind an empty one, and the line behind it. */
function tableAt(lines: readonly string[], at: number): { rows: string[]; end: number } | undefined {
  const rule = lines[at + 1] ?? ''
  const isHeader = (lines[at - 1] ?? '').trim() === '' && rule.length <= LONGEST_LINE && RULE.test(rule)
  if (!isHeader) return undefined
  const columns = [...rule.matchAll(/-+/g)].map(({ index }) => index)
  const header = cellsOf(lines[at] ?? '', columns)
  if (header === undefined || header.includes('')) return undefined
  const rows: string[][] = []
  let end = at + 2
  for (; end < lines.length && rows.length < MOST_ROWS; end += 1) {
    const cells = cellsOf(lines[end] ?? '', columns)
    const last = rows.at(-1)
    if (cells === undefined || (cells[0] === '' && last === undefined)) break
    // A row whose first cell is empty goes on with the one above.
    if (cells[0] === '')
      cells.forEach((cell, i) => {
        if (last && cell !== '') last[i] = `${last[i]} ${cell}`.trim()
      })
    else rows.push(cells)
  }
  if (rows.length < LEAST_ROWS) return undefined
  return { rows: tableLines(' '.repeat(columns[0] ?? 0), header, rows), end }
}

/** What stands in each column of a line; undefined where something stands across them, or a bar would part it. */
function cellsOf(line: string, columns: readonly number[]): string[] | undefined {
  if (line.trim() === '' || line.length > LONGEST_LINE || /[|\t]/.test(line)) return undefined
  const [first = 0, ...others] = columns
  if (line.slice(0, first).trim() !== '' || others.some((column) => (line[column - 1] ?? ' ') !== ' ')) return undefined
  return columns.map((column, i) => line.slice(column, columns[i + 1]).trim())
}
