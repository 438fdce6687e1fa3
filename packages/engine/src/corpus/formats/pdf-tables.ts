import { BETWEEN_CELLS, EMPTY_CELL } from '#language/table-row.ts'
import type { PageLine } from './pdf-lines.ts'
import type { Stretch } from './pdf-runs.ts'

/** Points by which what stands in a column may be out of line. */
const SAME_PLACE = 3
/** Fewer lines with the same columns are so by chance. */
const LEAST_ROWS = 3

/** The rows of the tables on a page, by their lines: each with its text, and 0 for the first row of a table. */
export function tableRows(page: readonly PageLine[]): ReadonlyMap<PageLine, { text: string; number: number }> {
  const rows = new Map<PageLine, { text: string; number: number }>()
  for (let at = 0; at < page.length; at += 1) {
    let end = at + 1
    while (end < page.length && isBelow(page[end] as PageLine, page[end - 1] as PageLine)) end += 1
    if (end - at < LEAST_ROWS) continue
    const lines = page.slice(at, end)
    const columns = columnsOf(lines.flatMap(({ stretches }) => stretches))
    at = end - 1
    if (columns.length < 2) continue
    for (const [number, line] of lines.entries()) rows.set(line, { text: rowText(line, columns), number })
  }
  return rows
}

/** Whether two lines have two columns or more in common. */
function isBelow(line: PageLine, above: PageLine): boolean {
  if (line.stretches.length < 2 || above.stretches.length < 2 || (line.gap ?? 0) <= 0) return false
  const isInLine = (a: Stretch) =>
    above.stretches.some(
      (b) => near(a.left, b.left) || near(a.right, b.right) || near(a.left + a.right, b.left + b.right),
    )
  return line.stretches.filter(isInLine).length >= 2
}

const near = (a: number, b: number) => Math.abs(a - b) < SAME_PLACE

interface Column {
  left: number
  right: number
}

/** What overlaps is a column. */
function columnsOf(stretches: readonly Stretch[]): Column[] {
  const columns: Column[] = []
  for (const { left, right } of stretches.toSorted((a, b) => a.left - b.left)) {
    const last = columns.at(-1)
    if (last !== undefined && left < last.right) last.right = Math.max(last.right, right)
    else columns.push({ left, right })
  }
  return columns
}

function rowText({ stretches }: PageLine, columns: readonly Column[]): string {
  const cells = columns.map(({ left, right }) =>
    stretches.flatMap((stretch) => (stretch.left >= left && stretch.right <= right ? stretch.text : [])).join(' '),
  )
  return cells.map((cell) => (cell === '' ? EMPTY_CELL : cell)).join(BETWEEN_CELLS)
}
