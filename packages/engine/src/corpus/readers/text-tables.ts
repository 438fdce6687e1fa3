import { isTableRule } from './line-rules.ts'

/** The line above and below a table that is drawn: "+---+----+". */
const BORDER = /^[^\S\n]*\+(?:[-=]+\+)+[^\S\n]*$/
/** The line between two of its rows: "|---+----|", or a border. */
const RULE = /^[^\S\n]*[|+](?:[-=]+[+|])+[^\S\n]*$/
const LINE = /^[^\S\n]*\|.*\|[^\S\n]*$/
/** Longer tables are left as they are drawn. */
const MOST_LINES = 5_000
/** A longer line is no line of a drawing. */
const LONGEST_LINE = 1_000

const BOX = /[┌┬┐├┼┤└┴┘╒╤╕╞╪╡╘╧╛]/g
/** A line of a table that is drawn with box characters. */
const BOX_LINE = /^[^\S\r\n\u2028\u2029]*(?:[┌├└╒╞╘].*[┐┤┘╕╡╛]|│.*│)[^\S\n]*$/gm

/** The same drawn with the signs of a keyboard. */
function withPlainLines(text: string): string {
  if (!/[┌╒]/.test(text)) return text
  return text.replace(BOX_LINE, (line) => line.replace(BOX, '+').replace(/[─═]/g, '-').replaceAll('│', '|'))
}

/** Writes the tables of a text that are drawn with lines so that each row is one line, and the first the header. */
export function withWholeRows(drawn: string): string {
  const text = withPlainLines(drawn)
  if (!/^[^\S\r\n\u2028\u2029]*\+[-=]+\+/m.test(text)) return text
  const lines = text.split('\n')
  const written: string[] = []
  for (let at = 0; at < lines.length; ) {
    const table = BORDER.test(head(lines[at])) ? tableAt(lines, at) : undefined
    if (table === undefined) written.push(lines[at] ?? '')
    else written.push(...table.rows)
    at = table?.end ?? at + 1
  }
  return written.join('\n')
}

const head = (line = '') => (line.length > LONGEST_LINE ? '' : line)

/** The table that begins with a border, and the line behind it. */
function tableAt(lines: readonly string[], at: number): { rows: string[]; end: number } | undefined {
  const groups: string[][] = [[]]
  let end = at + 1
  for (; end < lines.length && end - at < MOST_LINES; end += 1) {
    const line = head(lines[end])
    if (RULE.test(line)) groups.push([])
    else if (LINE.test(line)) groups.at(-1)?.push(line)
    else break
  }
  const filled = groups.filter((group) => group.length > 0)
  const [first] = filled
  if (first === undefined || filled.length < 2) return undefined
  const bars = barsIn(lines.slice(at, end).filter((line) => RULE.test(head(line))))
  const indent = /^\s*/.exec(lines[at] ?? '')?.[0] ?? ''
  // With a single rule below the header, each line is a row of its own, but for one whose first cell is empty.
  const bodies = filled.length > 2 ? filled.slice(1) : rowsOf(filled[1] ?? [])
  const [header = [], ...rows] = [first, ...bodies].map((group) => cellsOf(group, bars))
  const written = tableLines(indent, header, rows)
  return isTableRule(written[1]?.trim() ?? '') ? { rows: written, end } : undefined
}

/** The lines of a table with bars between its cells, and a rule below its header. */
export function tableLines(indent: string, header: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const row = (cells: readonly string[]) => `${indent}| ${cells.join(' | ')} |`
  return [row(header), row(header.map(() => '---')), ...rows.map(row)]
}

function rowsOf(lines: readonly string[]): string[][] {
  const rows: string[][] = []
  for (const line of lines) {
    if (/^\s*\|\s*\|/.test(line) && rows.length > 0) rows.at(-1)?.push(line)
    else rows.push([line])
  }
  return rows
}

/** The columns in which the bars between cells stand, as the line between two rows shows them. */
function barsIn(rules: readonly string[]): number[] {
  const columns = rules.map((rule) => [...rule.matchAll(/[|+]/g)].map(({ index }) => index))
  return columns.reduce((most, each) => (each.length > most.length ? each : most), [])
}

/** What stands in each cell of a row, whose lines wrap in the cells. A cell may hold a bar of its own. */
function cellsOf(lines: readonly string[], bars: readonly number[]): string[] {
  const cells: string[] = []
  const isRuled = lines.every((line) => bars.every((column) => line[column] === '|'))
  for (const line of lines) {
    const parts = isRuled
      ? bars.slice(1).map((end, i) => line.slice((bars[i] ?? 0) + 1, end))
      : line.trim().slice(1, -1).split('|')
    for (const [i, part] of parts.entries()) cells[i] = `${cells[i] ?? ''} ${part.trim()}`.trim()
  }
  return cells
}
