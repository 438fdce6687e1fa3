import type { Quotation } from '#evidence/ledger.ts'
import { introduces } from './introduces.ts'
import { quotationOf, sentencesFrom } from './quote-block.ts'

const PROSE = new Set(['paragraph', 'item', 'caption', 'quote'])

/** A sentence of a passage. */
export interface Unit {
  /** Which of the quotations it stands in, and where. */
  at: number
  of: Quotation
  start: number
  text: string
  /** UTF-16 code units of the passage before it. */
  before: number
}

/** The sentences of what a passage says in prose, in its order. */
export function unitsOf(passage: readonly Quotation[]): Unit[] {
  const units: Unit[] = []
  let before = 0
  for (const [at, of] of passage.entries()) {
    const { document, block, start, end, quote } = of
    if (block && PROSE.has(block.kind)) {
      const spans = sentencesFrom(document, block, { start, most: end - start }).filter((span) => span.end <= end)
      for (const span of spans) {
        const text = document.text.slice(span.start, span.end)
        units.push({ at, of, start: span.start, text, before: before + span.start - start })
      }
    }
    before += quote.length
  }
  return units
}

/** Whether a quotation is what the one before it introduces, or goes on with a sentence of it: "in order to …". */
export function goesOn(passage: readonly Quotation[], at: number): boolean {
  const [own, before] = [passage[at], passage[at - 1]]
  if (own?.block === undefined || before === undefined || own.block.kind === 'item') return false
  return introduces(before.quote) || /^\p{Ll}/u.test(own.quote)
}

/** What a paragraph says before a place in it. */
export function beforeIn(own: Quotation, from: number): Quotation | undefined {
  if (own.block === undefined || from <= own.start) return undefined
  const spans = sentencesFrom(own.document, own.block, { start: own.start, most: from - own.start })
  const last = spans.findLast(({ end }) => end <= from)
  return last && quotationOf(own.document, { start: own.start, end: last.end }, own.block)
}
