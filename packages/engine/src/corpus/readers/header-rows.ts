import { cellsOf, EMPTY_CELL } from '#language/table-row.ts'
import type { Block } from '../types.ts'

/** A table of fewer columns has names in the first one, and no header. */
const LEAST_COLUMNS = 3
/** Rows of a table whose first one is not its header as likely as not. */
const LEAST_ROWS = 3
/** UTF-16 code units: what heads a column is shorter. */
const LONGEST_LABEL = 60
/** A label begins with a letter, and is neither a sentence nor a value. */
const LABEL = /^\p{L}[^`]*(?<![.!?])$/u

/**
 * Makes the first row of the table that ends a text its header, where no cell is marked as one: where all of its cells are labels,
 * and rows of as many cells follow.
 */
export function markHeaderRow(blocks: Block[], text: string): void {
  const first = firstRow(blocks)
  const rows = blocks.slice(first)
  if (rows.length < LEAST_ROWS) return
  const [header = [], ...others] = rows.map(({ start, end }) => cellsOf(text.slice(start, end)))
  const isHeader =
    header.length >= LEAST_COLUMNS &&
    header.every((cell) => cell.length <= LONGEST_LABEL && LABEL.test(cell) && cell !== EMPTY_CELL) &&
    others.every(({ length }) => length <= header.length)
  if (!isHeader) return
  for (const [at, row] of rows.entries()) blocks[first + at] = { ...row, number: at }
}

/** Where the rows begin that end a text, counted from 1: those of a table without a header. */
function firstRow(blocks: readonly Block[]): number {
  let first = blocks.length
  while (isBefore(blocks[first - 1], blocks[first])) first -= 1
  return blocks[first]?.number === 1 ? first : blocks.length
}

const isBefore = (row: Block | undefined, next: Block | undefined): boolean =>
  row?.kind === 'row' && (next === undefined || row.number === (next.number ?? 0) - 1)
