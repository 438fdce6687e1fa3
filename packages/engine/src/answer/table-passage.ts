import type { Quotation } from '#evidence/ledger.ts'
import type { Judged } from '#judge/relevance.ts'
import marks from '#language/data/lead-marks.json' with { type: 'json' }
import { cellsOf } from '#language/table-row.ts'
import { firstEndingAfter } from '../block-sentences.ts'
import type { Block, BlockList } from '../types.ts'
import type { Answering } from './answering.ts'
import type { ValueAsked } from './entry-value.ts'
import { quotationOf } from './quote-block.ts'

/** Whether a question writes the name of something. */
type Writes = (name: string) => boolean

/** Characters of a table that are read through. */
export const LONGEST_TABLE = 1_200
/** Characters of rows that are read at a glance, where a like row costs little. */
const SHORT_TABLE = 200

/** What was found in a document but for the headers of tables, which tell nothing without a row. */
export function withoutHeaders({ candidate, probability }: Judged): Judged {
  const evidence = candidate.evidence.filter(({ block }) => block?.kind !== 'row' || block.number !== 0)
  return { probability, candidate: { ...candidate, evidence } }
}

/**
 * A row under the header of its table; where several things are asked for, or what the rows are by the header, with the other rows,
 * else with those of a like name.
 */
export function tablePassage(
  lead: Quotation,
  blocks: BlockList,
  at: number,
  { asksForList, writes, value }: { asksForList: boolean; writes?: Writes; value?: Pick<ValueAsked, 'holds'> },
): Quotation[] {
  const { document } = lead
  const row = blocks.at(at)
  if (row === undefined) return [lead]
  const { header, rows } = tableAround(blocks, at)
  const named = rows.filter(({ start, end }) => writes?.(rowName(document.text.slice(start, end))))
  const asksForRows =
    asksForList || (header !== undefined && namesRows(document.text.slice(header.start, header.end), writes))
  // A row that says nothing of what is asked is chosen for its table, which is read from its beginning.
  const from = value?.holds(lead.quote) === 0 ? (rows[0] ?? row) : row
  const others = asksForRows ? rowsAround(rows, from) : rowsLike(document, rows, row)
  const isOfNamed = named.length > 0 && named.length < rows.length && row !== header
  const shown = header === row ? rows.slice(0, 1) : isOfNamed ? named : others
  return [...(header ? [header] : []), ...shown].map((each) => quotationOf(document, each, each))
}

const NAME_WORD = /\p{L}{4,}/gu

/** The rows of a short table whose names share a word with that of one, as "No desktop" and "With desktop" do. */
function rowsLike({ text }: Quotation['document'], rows: readonly Block[], row: Block): readonly Block[] {
  if ((rows.at(-1)?.end ?? 0) - (rows[0]?.start ?? 0) > SHORT_TABLE) return [row]
  const namesOf = ({ start, end }: Block) => new Set(rowName(text.slice(start, end)).toLowerCase().match(NAME_WORD))
  const own = namesOf(row)
  return rows.filter((each) => each === row || !own.isDisjointFrom(namesOf(each)))
}

/** The table that a row belongs to. A table without a header has only rows. */
export function tableAround(blocks: BlockList, at: number): { header: Block | undefined; rows: readonly Block[] } {
  const rows = [blocks.at(at)].filter((block) => block !== undefined)
  for (let row = rowBefore(blocks, at); row !== undefined && rows[0]?.number !== 0; ) {
    const before = blocks.at(row)
    if (before === undefined || !isNextRow(before, rows[0])) break
    rows.unshift(before)
    row = rowBefore(blocks, row)
  }
  for (let row = rowAfter(blocks, at); row !== undefined; row = rowAfter(blocks, row)) {
    const after = blocks.at(row)
    if (after === undefined || !isNextRow(rows.at(-1), after)) break
    rows.push(after)
  }
  const [header] = rows
  return header?.number === 0 ? { header, rows: rows.slice(1) } : { header: undefined, rows }
}

/** A passage with a further row of a table of which it shows rows; undefined where it shows none. */
export function withRow(passage: readonly Quotation[], row: Quotation): Quotation[] | undefined {
  const table = tableOf(row)
  if (table === undefined) return undefined
  const last = passage.findLastIndex((each) => each.document.id === row.document.id && tableOf(each) === table)
  if (last < 0) return undefined
  const following = passage.findIndex((each, at) => at <= last && tableOf(each) === table && each.start > row.start)
  return passage.toSpliced(following < 0 ? last + 1 : following, 0, row)
}

/** A row that answers so much less than the best one, as a share of the question by weight, is beside the point. */
const LESS = 0.1

/** A passage with those of its rows alone whose name the question writes, else without those that answer less than the best. */
export function answeringRows(
  passage: readonly Quotation[],
  answering: Answering,
  writes: (name: string) => boolean,
): Quotation[] {
  const isRow = ({ block }: Quotation) => block?.kind === 'row' && block.number !== 0
  const rows = passage.filter(isRow)
  const named = rows.filter(({ quote }) => writes(rowName(quote)))
  if (named.length === 0 && isAskedTable(passage, writes)) return [...passage]
  const best = Math.max(...rows.map((row) => answering(row.quote, row)))
  const kept = named.length > 0 ? named : rows.filter((row) => answering(row.quote, row) > best - LESS)
  return passage.filter((each) => !isRow(each) || kept.includes(each))
}

const SAYS_WHAT = new RegExp(`^\\W*(?:${marks.saysWhat.join('|')})\\W*$`, 'iu')
/** Cells of a row that says of a name what it is. */
const PAIR = 2

/** A passage without the header above a single row, where that says no more than that one cell describes the other. */
export function withoutHeaderOfOne(passage: readonly Quotation[]): Quotation[] {
  const isRow = (at: number) => passage[at]?.block?.kind === 'row'
  return passage.filter(({ block, quote }, at) => {
    if (block?.kind !== 'row' || block.number !== 0 || !isRow(at + 1) || isRow(at + 2)) return true
    const [header, row] = [cellsOf(quote), cellsOf(passage[at + 1]?.quote ?? '')]
    return header.length !== PAIR || row.length !== PAIR || !SAYS_WHAT.test(header[1] ?? '')
  })
}

/** What stands in the first cell of a row. */
export const rowName = (row: string): string => cellsOf(row).find((cell) => cell !== '') ?? ''

/** Whether a question writes what all rows of a table are, as the header calls one of them: "flags" below "Flag". */
const namesRows = (header: string, writes: Writes | undefined): boolean =>
  writes?.(rowName(header).replace(/(?<=\p{L})(?:(?<![aeiou])y)?$/u, (end) => (end === '' ? 's' : 'ies'))) ?? false

/** Whether a passage shows a table whose rows a question asks for by the header. */
export const isAskedTable = (passage: readonly Quotation[], writes: Writes | undefined): boolean =>
  passage.some(({ block, quote }) => block?.kind === 'row' && block.number === 0 && namesRows(quote, writes))

/** Where the table begins that a quotation is a row of. */
function tableOf({ document, block, start }: Quotation): number | undefined {
  const { blocks } = document
  if (block?.kind !== 'row' || blocks === undefined) return undefined
  const { header, rows } = tableAround(blocks, firstEndingAfter(blocks, start))
  return header?.start ?? rows[0]?.start
}

/** The row above one, and the row below it; a line that is drawn between them is no row. */
const rowBefore = (blocks: BlockList, at: number) => rowBeside(blocks, at, -1)
const rowAfter = (blocks: BlockList, at: number) => rowBeside(blocks, at, 1)

function rowBeside(blocks: BlockList, at: number, step: 1 | -1): number | undefined {
  for (const next of [at + step, at + 2 * step]) {
    const block = next < 0 ? undefined : blocks.at(next)
    if (block?.kind === 'row') return next
    if (block?.kind !== 'furniture') return undefined
  }
  return undefined
}

/** Whether a row follows another in one table. */
function isNextRow(before: Block | undefined, row: Block | undefined): boolean {
  return before !== undefined && row !== undefined && (row.number ?? 0) > (before.number ?? 0)
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
