import { BETWEEN_CELLS, EMPTY_CELL } from '#language/table-row.ts'
import type { TextBuilder } from './text-builder.ts'

/** Columns of a table that one cell covers, at most, and rows: as browsers have it, or fewer. */
const MOST_COLUMNS = 1_000
const MOST_ROWS = 10_000
/** UTF-16 units that cells may be repeated for, beside twice what the cells of the document hold: a short page may not make a huge text. */
const REPEATED_FREELY = 200_000

interface Spans {
  columns?: number
  rows?: number
}

/** What the cells of a document hold, and what was repeated of it, in UTF-16 units. */
export interface CellLengths {
  own: number
  repeated: number
}

/** The rows of a table in which a cell stands in every row and column that it covers. */
export class SpannedRows {
  readonly #lengths: CellLengths
  /** By its column, a cell that covers so many further rows. */
  #above: ({ text: string; rows: number } | undefined)[] = []
  #row: string[] = []

  constructor(lengths: CellLengths = { own: 0, repeated: 0 }) {
    this.#lengths = lengths
  }

  /** The cells of the row that is read, with those from above that stand before the next one. */
  next(): readonly string[] {
    this.#fill(false)
    return this.#row
  }

  /** The cells of the row that is read, with all from above that stand behind them. */
  all(): readonly string[] {
    this.#fill(true)
    return this.#row
  }

  /** The next cell of the row that is read. */
  cell(text: string, { columns = 1, rows = 1 }: Spans = {}): void {
    this.#fill(false)
    this.#lengths.own += text.length
    const width = Math.min(Math.max(1, columns), MOST_COLUMNS)
    for (let column = 0; column < width && (column === 0 || this.#mayRepeat(text)); column += 1) {
      if (rows > 1 && this.#row.length < MOST_COLUMNS)
        this.#above[this.#row.length] = { text, rows: Math.min(rows, MOST_ROWS) }
      this.#row.push(text)
    }
  }

  /** The row that has been read, with at least so many cells; the next one begins. */
  end(least = 0): string[] {
    this.#fill(true)
    const row = this.#row
    this.#row = []
    this.#above = this.#above.map((cell) => (cell && cell.rows > 1 ? { ...cell, rows: cell.rows - 1 } : undefined))
    while (row.length < least && this.#mayRepeat('')) row.push('')
    return row
  }

  /** Cells from above that stand next; at the end of a row all of them. */
  #fill(isEnd: boolean): void {
    while (this.#row.length < this.#above.length) {
      const above = this.#above[this.#row.length]
      if ((above === undefined && !isEnd) || !this.#mayRepeat(above?.text ?? '')) return
      this.#row.push(above?.text ?? '')
    }
  }

  /** Counts a cell that is written once more; false: too much was repeated. */
  #mayRepeat({ length }: string): boolean {
    const { own, repeated } = this.#lengths
    if (repeated + length > REPEATED_FREELY + 2 * own) return false
    this.#lengths.repeated += length + BETWEEN_CELLS.length
    return true
  }
}

/** One row of headings for several: each column has what stands in any of them, once. */
export function mergedHeader(rows: readonly (readonly string[])[]): string[] {
  const [first = [], ...others] = rows
  return others.reduce<string[]>(
    (merged, row) =>
      row.map((cell, at) => {
        const above = merged[at] ?? ''
        return above === cell || above.endsWith(` ${cell}`) ? above : `${above} ${cell}`.trim()
      }),
    [...first],
  )
}

/** Writes a table whose rows are known; `header`: so many of them head the others. None has fewer cells than its header. */
export function writeTable(builder: TextBuilder, rows: readonly (readonly string[])[], header: number): void {
  const head = header > 0 ? mergedHeader(rows.slice(0, header)) : undefined
  const body = new SpannedRows()
  let written = head && writeRow(builder, head, { isFirst: true, number: 0 }) ? 1 : 0
  for (const row of rows.slice(header)) {
    for (const cell of row) body.cell(cell)
    const cells = body.end(head?.length)
    written += Number(writeRow(builder, cells, { isFirst: written === 0, number: head ? written : written + 1 }))
  }
  builder.endTable()
}

/** Writes a row of a table; false: nothing stands in it. `number`: 0 for the header. */
export function writeRow(
  builder: TextBuilder,
  cells: readonly string[],
  { isFirst, number }: { isFirst: boolean; number: number },
): boolean {
  if (cells.every((cell) => cell.trim() === '')) return false
  builder.row(isFirst, number)
  for (const cell of cells) {
    builder.cell()
    builder.text(cell.trim() === '' ? EMPTY_CELL : cell)
  }
  return true
}
