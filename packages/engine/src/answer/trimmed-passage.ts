import type { Quotation } from '#evidence/ledger.ts'
import { withoutFigures, withoutNumbers } from './captions.ts'
import { withHeading } from './headed-code.ts'
import { withoutOpeningRemarks } from './opening-remarks.ts'
import { withoutReadingOn } from './reading-on.ts'
import { withShortSignature } from './short-signature.ts'
import { withoutHeaderOfOne } from './table-passage.ts'
import type { AsksOf } from './unasked-facts.ts'

/** What is asked for of what a passage tells. */
interface Asked {
  asksOf?: AsksOf
  /** Code is what answers: how something is called. */
  asksForCode: boolean
  /** How well a text shows the value that is asked for. */
  fits: (text: string) => number
}

/**
 * A passage as it is written, once it is chosen: without what is of use only beside the rest of its source. What is chosen is judged
 * by all of it.
 */
export function trimmedPassage(
  passage: readonly Quotation[],
  lead: Quotation,
  { asksOf, asksForCode, fits }: Asked,
): Quotation[] {
  const told = withoutOpeningRemarks(withoutFigures(withoutReadingOn(passage, lead), lead), asksOf)
  return withHeading(
    withoutHeaderOfOne(withoutNumbers(withShortSignature(told, (line) => asksForCode || fits(line) > 0))),
  )
}
