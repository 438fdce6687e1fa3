import { beginsWithin, type Quotation } from '#evidence/ledger.ts'
import marks from '#language/data/lead-marks.json' with { type: 'json' }
import type { Block } from '../types.ts'
import { introduces } from './introduces.ts'
import { quotationOf, sentencesFrom } from './quote-block.ts'

const PROSE = new Set<Block['kind']>(['paragraph', 'caption', 'quote', 'item'])
/** "See the guide for all of them.", "Read more about it in the specification.", "New in version 2." */
const READ_ON = new RegExp(`^[\\s(*_]*(?:${marks.readOn.join('|')})`, 'iu')
/** Whether a sentence tells only where to read on, or since when something is there. */
export const readsOn = (sentence: string): boolean => READ_ON.test(sentence)

/** The same anywhere: where it does not stand, no sentence has to be looked for. */
const HOLDS = new RegExp(`(?:${marks.readOn.join('|')})`, 'iu')

/**
 * A passage without what its paragraphs and items end with that only tells where to read on: an answer names its source anyway. The
 * sentence that leads stays, and so does what is nothing else.
 */
export function withoutReadingOn(passage: readonly Quotation[], lead: Quotation): Quotation[] {
  const told = passage.flatMap((part, at) => {
    const kept = withoutLastOnes(part, lead)
    if (kept !== undefined) return [kept]
    const before = passage[at - 1]
    return before?.block?.kind === 'heading' || (before && introduces(before.quote)) ? [part] : []
  })
  return told.some(({ block }) => block?.kind !== 'heading') ? told : [...passage]
}

/** What is left of a part; undefined where that is nothing. */
function withoutLastOnes(part: Quotation, lead: Quotation): Quotation | undefined {
  const { document, block, start, end, quote } = part
  if (block === undefined || !PROSE.has(block.kind) || introduces(quote) || !HOLDS.test(quote)) return part
  const spans = sentencesFrom(document, block, { start, most: end - start }).filter((span) => span.end <= end)
  const tells = (span: { start: number; end: number }) => {
    const words = quotationOf(document, span, block)
    return !readsOn(words.quote) || (lead.document.id === document.id && beginsWithin(lead, words))
  }
  const last = spans.findLast(tells)
  if (last === undefined) return spans.length > 0 ? undefined : part
  return last === spans.at(-1) ? part : quotationOf(document, { start, end: last.end }, block)
}
