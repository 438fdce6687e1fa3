import type { Quotation } from '#evidence/ledger.ts'
import marks from '#language/data/lead-marks.json' with { type: 'json' }
import { refersBack } from './opening.ts'
import { openingSentence, quotationOf, sentencesFrom } from './quote-block.ts'
import { readsOn } from './reading-on.ts'
import { type AsksOf, isField } from './unasked-facts.ts'

/** "Type:", which stands before code. */
const TYPE_LABEL = new RegExp(`^\\W*(?:${marks.typeLabels.join('|')})\\W*$`, 'iu')
const PROSE = new Set(['paragraph', 'caption', 'quote'])

/**
 * A passage without what it begins with that tells nothing by itself: since when something is there, where to read on, the file that
 * it is made in, or its type in code. Whatever was chosen to lead, what is told behind that is what answers.
 */
export function withoutOpeningRemarks(passage: readonly Quotation[], asks: AsksOf = () => true): Quotation[] {
  const at = passage.findIndex(({ block }) => block?.kind !== 'heading')
  if (at < 0) return [...passage]
  let told = passage.slice(at)
  for (let next = withoutFirst(told, asks); next !== undefined; next = withoutFirst(told, asks)) told = next
  return [...passage.slice(0, at), ...told]
}

/** A passage without its first sentence, where that is such a remark; undefined where it is none, or nothing else is told. */
function withoutFirst([first, next, ...others]: readonly Quotation[], asks: AsksOf): Quotation[] | undefined {
  if (first?.block === undefined || !PROSE.has(first.block.kind)) return undefined
  if (TYPE_LABEL.test(first.quote) && next?.block?.kind === 'code' && others.length > 0 && !asks(first)) return others
  if (readsOn(openingSentence(first))) {
    const rest = withoutOpening(first)
    return rest ? [rest, ...(next ? [next] : []), ...others] : goingOn(next, others)
  }
  return isField(first) && !asks(first) ? goingOn(next, others) : undefined
}

/** What stands behind a part that is left out, where it is clear without that. */
function goingOn(next: Quotation | undefined, others: readonly Quotation[]): Quotation[] | undefined {
  if (next === undefined || refersBack(openingSentence(next)) || /^\p{Ll}/u.test(next.quote)) return undefined
  return [next, ...others]
}

/** A part without its first sentence; undefined where that is all of it. */
function withoutOpening({ document, block, start, end }: Quotation): Quotation | undefined {
  if (block === undefined) return undefined
  const [, second] = sentencesFrom(document, block, { start, most: end - start }).filter((span) => span.end <= end)
  return second && quotationOf(document, { start: second.start, end }, block)
}
