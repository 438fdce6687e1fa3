import type { PageElement } from './element-roles.ts'
import { type CellLengths, mergedHeader, SpannedRows, writeRow } from './spanned-rows.ts'
import type { TextBuilder } from './text-builder.ts'

/** A longer cell of a table without a header is a part of a page that was laid out so, and is not repeated. */
const LONGEST_REPEATED = 200

/** A table so far. */
interface Table {
  spans: SpannedRows
  /** Rows of headings that are still to be written, as one. */
  head: string[][]
  /** Columns of the header that was written; 0 without one. */
  columns: number
  /** Rows that were written or wait in the head, without an empty one. */
  rows: number
  inHead: boolean
  row: Row
}

/** The row that is read: how many of its cells are headings, how many not, and how many cells of it are written. */
interface Row {
  headings: number
  data: number
  written: number
  isBegun: boolean
}

const NO_ROW: Row = { headings: 0, data: 0, written: 0, isBegun: false }

/** Lays out the tables of a page, each row a line. Below a header a row is written when all of its cells are known. */
export class Tables {
  readonly #builder: TextBuilder
  readonly #open: Table[] = []
  readonly #lengths: CellLengths = { own: 0, repeated: 0 }

  constructor(builder: TextBuilder) {
    this.#builder = builder
  }

  begin(): void {
    const spans = new SpannedRows(this.#lengths)
    this.#open.push({ spans, head: [], columns: 0, rows: 0, inHead: false, row: { ...NO_ROW } })
  }

  end(): void {
    const table = this.#open.pop()
    if (table) this.#writeHead(table)
    if (this.#open.length === 0) this.#builder.endTable()
  }

  /** The part of a table that holds its header begins or ends. */
  head(inHead: boolean): void {
    const table = this.#open.at(-1)
    if (table) table.inHead = inHead
  }

  beginRow(): void {
    if (this.#open.length === 0) this.begin()
    const table = this.#open.at(-1)
    if (table) table.row = { ...NO_ROW }
  }

  beginCell({ name }: PageElement): void {
    const table = this.#open.at(-1)
    if (table === undefined) return
    const { row } = table
    const isHeading = name === 'th'
    const isHeld =
      table.inHead || widthOf(table) > 1 || (isHeading && row.data === 0 && !row.isBegun && isHeadFirst(table))
    const labelled = !isHeading && row.headings === 1 && row.data === 0 && widthOf(table) === 0
    row[isHeading ? 'headings' : 'data'] += 1
    if (isHeld) {
      this.#builder.hold()
      return
    }
    this.#writeRead(table)
    this.#builder.cell({ labelled })
    this.#builder.copy()
  }

  endCell({ attributes }: PageElement): void {
    const table = this.#open.at(-1)
    if (table === undefined) return
    const isHeld = this.#builder.isHolding
    const text = this.#builder.taken()
    const isLong = !isHeld && text.length > LONGEST_REPEATED
    table.spans.cell(isLong ? '' : text, {
      columns: spanOf(attributes['colspan']),
      rows: spanOf(attributes['rowspan']),
    })
    if (!isHeld) table.row.written += 1
  }

  endRow(): void {
    const table = this.#open.at(-1)
    if (table === undefined) return
    const { row } = table
    if (row.isBegun) {
      if (table.spans.next().length > 1) this.#writeRead(table, true)
      table.spans.end()
      if (row.headings === 1 && row.data === 1) this.#builder.labelledRow()
    } else if (row.headings + row.data > 0 && isHeadFirst(table)) {
      table.head.push(table.spans.end())
    } else {
      const cells = table.spans.end(widthOf(table))
      if (row.headings + row.data === 0) return
      this.#writeHead(table)
      table.rows += Number(writeRow(this.#builder, cells, { isFirst: table.rows === 0, number: table.rows }))
    }
  }

  /** Writes what was read of a row, and begins it. */
  #writeRead(table: Table, isEnd = false): void {
    this.#writeHead(table)
    const { row, spans } = table
    if (!row.isBegun) {
      row.isBegun = true
      table.rows += 1
      this.#builder.row(table.rows === 1, table.columns > 0 ? table.rows - 1 : table.rows)
    }
    for (const cell of (isEnd ? spans.all() : spans.next()).slice(row.written)) {
      row.written += 1
      this.#builder.cell()
      this.#builder.text(cell)
    }
  }

  #writeHead(table: Table): void {
    const cells = mergedHeader(table.head)
    table.head = []
    if (!writeRow(this.#builder, cells, { isFirst: true, number: 0 })) return
    table.columns = cells.length
    table.rows = 1
    this.#builder.headerRow()
  }
}

/** Columns of the header, written or not; 0 without one. */
const widthOf = ({ columns, head }: Table): number => columns || (head[0]?.length ?? 0)

/** Whether all that was read of a table so far is headings. */
function isHeadFirst({ rows, inHead, row }: Table): boolean {
  return inHead || (rows === 0 && row.data === 0)
}

function spanOf(value: string | undefined): number {
  const span = Number.parseInt(value ?? '1', 10)
  return Number.isNaN(span) ? 1 : span
}
