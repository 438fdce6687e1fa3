import type { Quotation } from '#evidence/ledger.ts'
import { withoutFigures, withoutNumbers } from './captions.ts'
import { withHeading } from './headed-code.ts'
import { withoutReadingOn } from './reading-on.ts'
import { withoutHeaderOfOne } from './table-passage.ts'

/**
 * A passage as it is written, once it is chosen: without what is of use only beside the rest of its source. What is chosen is judged
 * by all of it.
 */
export function trimmedPassage(passage: readonly Quotation[], lead: Quotation): Quotation[] {
  const told = withoutFigures(withoutReadingOn(passage, lead), lead)
  return withHeading(withoutHeaderOfOne(withoutNumbers(told)))
}
