/** A table of reStructuredText as its cells, each in every row and column that it covers; so many of the rows are the header. */
export interface RstTable {
  rows: string[][]
  header: number
}

const RULE = /\+[-=]+(?=\+)/
const DRAWN = /^[-=]+$/
/** Columns, and lines: a wider or longer one is drawn by a machine. */
const MOST_COLUMNS = 200
export const MOST_LINES = 20_000

/** Reads a table that is drawn with lines. */
export function gridTable(drawn: readonly string[]): RstTable {
  const lines = drawn.slice(0, MOST_LINES)
  const rules = lines.filter((line) => RULE.test(line))
  const edges = [...new Set(rules.flatMap((line) => [...line.matchAll(/\+/g)].map(({ index }) => index)))]
  const columns = edges.sort((a, b) => a - b).slice(0, MOST_COLUMNS)
  const table: RstTable = { rows: [], header: 0 }
  const cells: { text: string }[][] = []
  let band: string[] = []
  let rule = ''
  for (const line of lines) {
    if (!isRule(line, columns)) {
      band.push(line)
      continue
    }
    if (band.length > 0) cells.push(bandOf(band, { columns, above: cells.at(-1) ?? [], rule }))
    band = []
    rule = line
    if (line.includes('=') && cells.length > 0 && table.header === 0) table.header = cells.length
  }
  if (band.length > 0) cells.push(bandOf(band, { columns, above: cells.at(-1) ?? [], rule }))
  table.rows = cells.map((row) => row.map(({ text }) => text))
  return table
}

const between = (line: string, columns: readonly number[], at: number): string =>
  line.slice((columns[at] ?? 0) + 1, columns[at + 1])

const isRule = (line: string, columns: readonly number[]): boolean =>
  RULE.test(line) && columns.some((_, at) => DRAWN.test(between(line, columns, at)))

/** The cells of the lines between two rules. Where the rule above is open, the cell above goes on. */
function bandOf(
  lines: readonly string[],
  { columns, above, rule }: { columns: readonly number[]; above: readonly { text: string }[]; rule: string },
): { text: string }[] {
  const row: { text: string }[] = []
  const add = (cell: { text: string }, line: string) => {
    cell.text = `${cell.text} ${line.trim()}`.trim()
  }
  for (let at = 0; at + 1 < columns.length; ) {
    let end = at + 1
    const isParted = () => lines.some((line) => '|+'.includes(line[columns[end] ?? 0] ?? '|'))
    while (end + 1 < columns.length && !isParted()) end += 1
    const goesOn = above[at] !== undefined && !DRAWN.test(between(rule, columns, at))
    const cell = (goesOn ? above[at] : undefined) ?? { text: '' }
    if (goesOn) add(cell, rule.slice((columns[at] ?? 0) + 1, columns[end]))
    for (const line of lines) add(cell, line.slice((columns[at] ?? 0) + 1, columns[end]))
    for (; at < end; at += 1) row.push(cell)
  }
  return row
}

const BORDER = /^=+(?: +=+)*\s*$/
const SPAN = /^-+(?: +-+)*\s*$/

/** Reads a table whose columns are underlined with "=". A row whose first cell is empty goes on with the one above. */
export function simpleTable(lines: readonly string[]): RstTable {
  const columns = [...(lines[0] ?? '').matchAll(/=+/g)].map(({ index }) => index)
  const table: RstTable = { rows: [], header: 0 }
  for (const line of lines.slice(1)) {
    if (BORDER.test(line)) table.header ||= table.rows.length
    else if (line.trim() !== '' && !SPAN.test(line)) addRow(table.rows, line, columns)
  }
  // The last border ends the table.
  if (table.header === table.rows.length) table.header = 0
  return table
}

function addRow(rows: string[][], line: string, columns: readonly number[]): void {
  const cells = columns.map((from, at) => line.slice(from, columns[at + 1]).trim())
  const last = rows.at(-1)
  if (cells[0] !== '' || last === undefined) rows.push(cells)
  else for (const [at, cell] of cells.entries()) last[at] = `${last[at] ?? ''} ${cell}`.trim()
}

/** The rows of a list of lists: the marks of the inner one stand in the column of the first. */
export function listTable(lines: readonly string[]): string[][] {
  const rows: string[][] = []
  const column = lines.find((line) => line.startsWith('*'))?.indexOf('-') ?? -1
  for (const line of lines) {
    if (line.startsWith('*')) rows.push([])
    const row = rows.at(-1)
    const isCell = column > 0 && line[column] === '-' && line.slice(0, column).replace('*', '').trim() === ''
    const text = line.slice(isCell ? column + 1 : 0).trim()
    if (isCell) row?.push(text)
    else if (row && text !== '') row[row.length - 1] = `${row.at(-1) ?? ''} ${text}`.trim()
  }
  return rows
}
