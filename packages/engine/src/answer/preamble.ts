import { beginsWithin, type Quotation } from '#evidence/ledger.ts'
import { isFact } from './facts.ts'
import { introduces, pointsOn } from './introduces.ts'
import { refersBack } from './opening.ts'
import type { PassageRules } from './opening-passage.ts'
import { openingSentence } from './quote-block.ts'

const PROSE = new Set(['paragraph', 'caption', 'quote'])

/**
 * A passage without the paragraphs at its beginning that `isLittle` tells to hold little of the question, up to the one that was
 * chosen to lead. What introduces the next part, what that speaks of, and a fact that was asked for stay.
 */
export function withoutPreamble(
  passage: readonly Quotation[],
  lead: Quotation,
  isLittle: (part: Quotation) => boolean,
  { asksForCode }: Pick<PassageRules, 'asksForCode'>,
): Quotation[] {
  const led = passage.findIndex((part) => beginsWithin(lead, part))
  const own = passage[led]
  // What was chosen by more than its words is no measure.
  if (own === undefined || isLittle(own)) return [...passage]
  // An entry says what it is behind its name.
  if (passage[0]?.block?.kind === 'heading') return [...passage]
  let from = 0
  while (from < led && mayGo(passage[from], passage[from + 1], asksForCode) && isLittle(passage[from] as Quotation))
    from += 1
  return passage.slice(from)
}

/** Whether a part may be left out before the next one. */
function mayGo(part: Quotation | undefined, next: Quotation | undefined, asksForCode: boolean): boolean {
  if (part?.block === undefined || next?.block === undefined) return false
  // Code, and what stands between two pieces of it, comes before no text that does not speak of it.
  if (part.block.kind === 'code' && !asksForCode)
    return PROSE.has(next.block.kind) && !refersBack(openingSentence(next))
  if (!PROSE.has(part.block.kind)) return false
  const isOfCode = next.block.kind === 'code' && !asksForCode
  if (
    (!PROSE.has(next.block.kind) && !isOfCode) ||
    [part, next].some(({ quote }) => introduces(quote) || pointsOn(quote))
  )
    return false
  if (isFact(part)) return false
  return isOfCode || (!/^\p{Ll}/u.test(next.quote) && !refersBack(openingSentence(next)))
}
