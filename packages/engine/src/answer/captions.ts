import type { Quotation } from '#evidence/ledger.ts'
import { quotationOf } from './quote-block.ts'

/** "Table 2.10. Most common keys" */
const NUMBER = /^(?:table|figure|listing|example)\s+[\d.-]*\d[.:]?\s+(?=["“'‘(]?\p{L})/iu
/** UTF-16 code units: what is longer is a sentence that speaks of a table. */
const LONGEST = 120
const HAS_CAPTION = new Set(['code', 'row', 'item'])

/** A passage with the titles of its tables and examples without their numbers, and without those of what is not shown. */
export function withoutNumbers(passage: readonly Quotation[]): Quotation[] {
  const told = passage.flatMap((part, at) => {
    const { document, block, start, end, quote } = part
    const isProse = block?.kind === 'caption' || block?.kind === 'paragraph'
    const [number] = (isProse && quote.length <= LONGEST && NUMBER.exec(quote)) || []
    if (number === undefined || block === undefined || /[.!?]$/.test(quote)) return [part]
    if (!HAS_CAPTION.has(passage[at + 1]?.block?.kind ?? '')) return []
    return [quotationOf(document, { start: start + number.length, end }, block)]
  })
  return told.some(({ block }) => block?.kind !== 'heading') ? told : [...passage]
}
