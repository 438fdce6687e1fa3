import { lengthOf, type Quotation } from '#evidence/ledger.ts'
import { LONGEST_BLOCK } from '#evidence/read-document.ts'
import type { Span } from '#language/span.ts'
import { firstEndingAfter } from '../block-sentences.ts'
import type { Block, BlockList, SourceDocument } from '../types.ts'
import { NEARBY, quotationOf } from './blocks.ts'
import { CODE } from './lengths.ts'
import type { Cutter, Wanted } from './passage.ts'

/** Columns that are shown of a table. */
const COLUMNS = 5

/** A row under the header of its table, with the rows that hold as much of the question; all rows where several things are asked for. */
export const cutRows: Cutter = ({ document, lead, blocks, at, own: row }, wanted) => {
  const header = headerOf(blocks, at)
  if (wanted.list) {
    const { shown, more } = tableFrom(document, blocks, header ?? at, wanted)
    if (more === 0 || shown.some(({ start, end }) => start <= lead.start && lead.start < end))
      return { parts: shown, ...(more > 0 && { more: { of: 'rows', count: more } }) }
  }
  const isOfTable = ({ block, start }: Quotation) => {
    if (block?.kind !== 'row' || block.number === 0) return false
    const own = firstEndingAfter(blocks, start)
    return header === undefined
      ? own - (block.number ?? 0) === at - (row.number ?? 0)
      : headerOf(blocks, own) === header
  }
  const matching = wanted
    .like(lead)
    .filter((each) => isOfTable(each))
    .flatMap(({ block }) => block ?? [])
  const rows = [...new Set([row, ...matching])].filter(({ number }) => number !== 0).sort((a, b) => a.start - b.start)
  const head = header === undefined ? undefined : blocks.at(header)
  return { parts: shownRows(document, head ? [head, ...rows] : rows, row, wanted) }
}

/** A table from its first row on, as much as is short, and how many rows more it has. */
export function tableFrom(
  document: SourceDocument,
  blocks: BlockList,
  first: number,
  wanted?: Wanted,
): { shown: Quotation[]; more: number } {
  const rows: Block[] = []
  let more = 0
  for (let at = first; rows.length + more < NEARBY; at += 1) {
    const block = blocks.at(at)
    if (block?.kind === 'furniture') continue
    if (block?.kind !== 'row' || (rows.length > 0 && block.number === 0)) break
    if (more > 0 || (rows.length > 0 && block.end - (rows[0]?.start ?? 0) > CODE)) more += 1
    else rows.push(block)
  }
  return { shown: shownRows(document, rows, rows[0], wanted), more }
}

/** Where the header is of the table that a row belongs to. */
function headerOf(blocks: BlockList, at: number): number | undefined {
  const { number = 0 } = blocks.at(at) ?? {}
  for (
    let before = at - number;
    before >= 0 && at - before <= 2 * number + 1 && before >= at - NEARBY - number;
    before -= 1
  ) {
    const block = blocks.at(before)
    if (block?.kind === 'row' && block.number === 0) return before
    if (block?.kind !== 'row' && block?.kind !== 'furniture') return undefined
  }
  return undefined
}

/** Rows in the columns that are asked for: the first, those whose heading or value in a row is named, at most five. */
function shownRows(
  document: SourceDocument,
  rows: readonly Block[],
  row: Block | undefined,
  wanted?: Wanted,
): Quotation[] {
  const whole = rows.map((block) =>
    quotationOf(document, { start: block.start, end: Math.min(block.end, block.start + LONGEST_BLOCK) }, block),
  )
  const [header] = whole
  const width = cellsIn(header?.quote ?? '').length
  if (width <= COLUMNS || wanted === undefined) return withinLength(whole)
  const textsOf = (quote = '') => cellsIn(quote).map(({ start, end }) => quote.slice(start, end))
  const names = rows[0]?.number === 0 ? textsOf(header?.quote) : []
  const values = textsOf(row && document.text.slice(row.start, row.end))
  const isNamed = (column: number) => wanted.holds(names[column] ?? '') + wanted.holds(values[column] ?? '')
  const columns = [...Array(width).keys()].slice(1).filter((column) => isNamed(column) > 0)
  const best = columns.sort((a, b) => isNamed(b) - isNamed(a)).slice(0, COLUMNS - 1)
  const shown = new Set(best.length > 0 ? [0, ...best] : Array(COLUMNS).keys())
  return withinLength(whole).flatMap((each) => cellRuns(each, shown))
}

/** As many rows as are short together; always the first two. */
function withinLength(rows: readonly Quotation[]): Quotation[] {
  return rows.filter((_, at) => at < 2 || lengthOf(rows.slice(0, at + 1)) <= CODE)
}

/** The cells of a row in some columns, those side by side as one quotation. */
function cellRuns({ document, start, quote, block }: Quotation, columns: ReadonlySet<number>): Quotation[] {
  if (block === undefined) return []
  const runs: Span[] = []
  let last = -1
  for (const [column, cell] of cellsIn(quote).entries()) {
    if (!columns.has(column) || cell.end === cell.start) continue
    const run = runs.at(-1)
    if (run && last === column - 1) run.end = start + cell.end
    else runs.push({ start: start + cell.start, end: start + cell.end })
    last = column
  }
  return runs.map((span) => quotationOf(document, span, block))
}

/** Where the cells of a row are, without the white space around them; an escaped bar parts nothing. */
export function cellsIn(row: string): Span[] {
  const cells: Span[] = []
  const inner = row.replace(/(?<!\\)\|\s*$/, '')
  let from = /^\s*\|/.exec(row)?.[0].length ?? 0
  for (let at = from; at <= inner.length; at += 1) {
    if (at < inner.length && (inner[at] !== '|' || inner[at - 1] === '\\')) continue
    const cell = inner.slice(from, at)
    const start = from + (cell.length - cell.trimStart().length)
    cells.push({ start, end: Math.max(start, from + cell.trimEnd().length) })
    from = at + 1
  }
  return cells
}
