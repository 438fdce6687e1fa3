import type { Quotation } from '#evidence/ledger.ts'
import marks from '#language/data/lead-marks.json' with { type: 'json' }
import { FIELD_LABEL } from '#language/field-label.ts'
import { BETWEEN_CELLS } from '#language/table-row.ts'
import { introduces } from './introduces.ts'
import { quotationOf } from './quote-block.ts'

/** UTF-16 code units: a longer text that begins with a label is a paragraph. */
const LONGEST = 300
const LABEL = `(?:${marks.factLabels.join('|')}):`
const BEGINS = new RegExp(`^${LABEL} ?(?=\\S)`, 'iu')
/** Where the next fact of an option begins, or what explains it in a line of its own. */
const NEXT = new RegExp(`\\s+(?=${LABEL}(?: |$))|\\n+`, 'giu')

const CELL = `${FIELD_LABEL}: [^|\\n]{1,80}`
/** "Use: main | Type: time | Default: 30s", as the line of a table says it. */
const ROW = new RegExp(`^${CELL}(?: \\| ${CELL})+(?=\\n|$)`, 'u')

/** Whether a quotation says one thing of an option behind a label: "Type: `number`". */
export function isFact(quotation: Quotation | undefined): boolean {
  if (quotation === undefined || !isText(quotation)) return false
  return quotation.quote.length <= LONGEST && BEGINS.test(quotation.quote) && !introduces(quotation.quote)
}

const isText = ({ block }: Pick<Quotation, 'block'>) => block?.kind === 'paragraph' || block?.kind === 'caption'

/** A quotation fact by fact where it begins with one: "Type: `number`", "Default: `4100`". */
export function factsOf(item: Quotation): Quotation[] {
  const { document, block, start, quote } = item
  if (block === undefined || !isText(item)) return [item]
  const [row] = ROW.exec(quote) ?? []
  if (row !== undefined) return ofRow(item, row)
  if (!BEGINS.test(quote)) return [item]
  const found: Quotation[] = []
  let from = 0
  for (const { index, 0: gap } of quote.matchAll(NEXT)) {
    if (!BEGINS.test(quote.slice(from))) break
    found.push(quotationOf(document, { start: start + from, end: start + index }, block))
    from = index + gap.length
  }
  return [...found, quotationOf(document, { start: start + from, end: item.end }, block)]
}

/** The facts in a row of them, without those that only say to what an option belongs, and what follows the row. */
function ofRow({ document, block, start, end, quote }: Quotation, row: string): Quotation[] {
  const found: Quotation[] = []
  let from = 0
  for (const cell of row.split(BETWEEN_CELLS)) {
    const span = { start: start + from, end: start + from + cell.length }
    if (BEGINS.test(cell) && block) found.push(quotationOf(document, span, block))
    from += cell.length + BETWEEN_CELLS.length
  }
  const rest = start + row.length + (/^\s*/.exec(quote.slice(row.length))?.[0].length ?? 0)
  if (rest < end && block) found.push(quotationOf(document, { start: rest, end }, block))
  return found
}
