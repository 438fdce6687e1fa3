import { beginsWithin, type Quotation } from '#evidence/ledger.ts'
import marks from '#language/data/lead-marks.json' with { type: 'json' }
import { introduces } from './introduces.ts'
import { quotationOf, sentencesFrom } from './quote-block.ts'

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

/** "A gate is shown in the following figure:" */
const OF_FIGURE = new RegExp(marks.ofFigure.join('|'), 'iu')

/** A passage without the last sentences of its paragraphs that speak of a figure, and without the list that such a one introduces: a figure is no text. */
export function withoutFigures(passage: readonly Quotation[], lead: Quotation): Quotation[] {
  const told: Quotation[] = []
  let isListed = false
  for (const part of passage) {
    if (isListed && part.block?.kind === 'item' && !beginsWithin(lead, part)) continue
    const kept = withoutFigure(part, lead)
    isListed = kept !== part && introduces(part.quote)
    if (kept) told.push(kept)
  }
  return told.some(({ block }) => block?.kind !== 'heading') ? told : [...passage]
}

/** What is left of a part; undefined where that is nothing. */
function withoutFigure(part: Quotation, lead: Quotation): Quotation | undefined {
  const { document, block, start, end, quote } = part
  if ((block?.kind !== 'paragraph' && block?.kind !== 'caption') || !OF_FIGURE.test(quote)) return part
  const spans = sentencesFrom(document, block, { start, most: end - start }).filter((span) => span.end <= end)
  const tells = (span: { start: number; end: number }) => {
    const words = quotationOf(document, span, block)
    return !OF_FIGURE.test(words.quote) || beginsWithin(lead, words)
  }
  const last = spans.findLast(tells)
  if (last === spans.at(-1)) return part
  return last && quotationOf(document, { start, end: last.end }, block)
}
