import type { Quotation } from '#evidence/ledger.ts'
import marks from '#language/data/lead-marks.json' with { type: 'json' }
import { introduces } from './introduces.ts'
import { quotationOf } from './quote-block.ts'

/** UTF-16 code units: a longer text that begins with a label is a paragraph. */
const LONGEST = 300
const LABEL = `(?:${marks.factLabels.join('|')}):`
const BEGINS = new RegExp(`^${LABEL} ?(?=\\S)`, 'iu')
/** Where the next fact of an option begins, or what explains it in a line of its own. */
const NEXT = new RegExp(`\\s+(?=${LABEL}(?: |$))|\\n+`, 'giu')

/** Whether a quotation says one thing of an option behind a label: "Type: `number`". */
export function isFact({ quote, block }: Quotation): boolean {
  return isText({ block }) && quote.length <= LONGEST && BEGINS.test(quote) && !introduces(quote)
}

const isText = ({ block }: Pick<Quotation, 'block'>) => block?.kind === 'paragraph' || block?.kind === 'caption'

/** A quotation fact by fact where it begins with one: "Type: `number`", "Default: `4100`". */
export function factsOf(item: Quotation): Quotation[] {
  const { document, block, start, quote } = item
  if (block === undefined || !isText(item) || !BEGINS.test(quote)) return [item]
  const found: Quotation[] = []
  let from = 0
  for (const { index, 0: gap } of quote.matchAll(NEXT)) {
    if (!BEGINS.test(quote.slice(from))) break
    found.push(quotationOf(document, { start: start + from, end: start + index }, block))
    from = index + gap.length
  }
  return [...found, quotationOf(document, { start: start + from, end: item.end }, block)]
}
