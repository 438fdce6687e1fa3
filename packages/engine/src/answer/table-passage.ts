import type { Quotation } from '#evidence/ledger.ts'
import type { Block, BlockList } from '../types.ts'
import { quotationOf } from './quote-block.ts'

/** Characters of a table that are read through. */
const LONGEST_TABLE = 1_200

/** A row under the header of its table; where several things are asked for, with the other rows. */
export function tablePassage(lead: Quotation, blocks: BlockList, at: number, asksForList: boolean): Quotation[] {
  const { document } = lead
  const row = blocks.at(at)
  if (row === undefined) return [lead]
  const { header, rows } = tableAround(blocks, at)
  const shown = header === row ? rows.slice(0, 1) : asksForList ? rowsAround(rows, row) : [row]
  return [...(header ? [header] : []), ...shown].map((each) => quotationOf(document, each, each))
}

/** The table that a row belongs to. A table without a header has only rows. */
export function tableAround(blocks: BlockList, at: number): { header: Block | undefined; rows: readonly Block[] } {
  let first = at
  while (first > 0 && blocks.at(first)?.number !== 0 && isNextRow(blocks.at(first - 1), blocks.at(first))) first -= 1
  const all: Block[] = []
  for (let block = blocks.at(first); block?.kind === 'row'; block = blocks.at(first + all.length)) {
    const last = all.at(-1)
    if (last !== undefined && !isNextRow(last, block)) break
    all.push(block)
  }
  const [header] = all
  return header?.number === 0 ? { header, rows: all.slice(1) } : { header: undefined, rows: all }
}

/** Whether a row follows another in one table. */
function isNextRow(before: Block | undefined, row: Block | undefined): boolean {
  return before?.kind === 'row' && row?.kind === 'row' && (row.number ?? 0) > (before.number ?? 0)
}

/** The rows from the first on that are read through together; from one on, where it is further down. */
function rowsAround(rows: readonly Block[], row: Block): readonly Block[] {
  const fitting = (from: readonly Block[]) => {
    const [first] = from
    return from.filter(({ end }) => first !== undefined && end - first.start <= LONGEST_TABLE)
  }
  const opening = fitting(rows)
  if (opening.includes(row)) return opening
  const following = fitting(rows.slice(rows.indexOf(row)))
  return following.length > 0 ? following : [row]
}
