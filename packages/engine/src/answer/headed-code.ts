import type { Quotation } from '#evidence/ledger.ts'
import marks from '#language/data/lead-marks.json' with { type: 'json' }
import { firstEndingAfter } from '../block-sentences.ts'
import { quotationOf } from './quote-block.ts'

/** UTF-16 code units: a longer heading is a sentence. */
const LONGEST = 80

/** "Getting started" */
const BARE = new RegExp(`^\\P{L}*(?:${marks.bareHeadings.join('|')})\\P{L}*$`, 'iu')

/** A passage that begins with code behind the heading directly above it, which is all that says what the code does. */
export function withHeading(passage: readonly Quotation[]): Quotation[] {
  const [first] = passage
  const { blocks, title } = first?.document ?? {}
  if (first?.block?.kind !== 'code' || blocks === undefined) return [...passage]
  const at = firstEndingAfter(blocks, first.block.start)
  const heading = at > 0 ? blocks.at(at - 1) : undefined
  if (heading?.kind !== 'heading' || heading.end - heading.start > LONGEST) return [...passage]
  const words = quotationOf(first.document, heading, heading)
  return words.quote.trim() === title || BARE.test(words.quote) ? [...passage] : [words, ...passage]
}
