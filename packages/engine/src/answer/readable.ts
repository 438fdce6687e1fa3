import type { Quotation } from '#evidence/ledger.ts'
import { hangs, pointsBack } from './opening.ts'
import { LONGEST_MARKER } from './order-in-section.ts'

/** UTF-16 code units of what is no sentence and tells nothing by itself. */
const SCRAP = 60
/** What somebody says of the subject in praise stands in quotation marks. */
const SPOKEN = /^["“„«]/u

/** Small words that relate to a sentence before them. */
const RELATES = /^(?:with|by|in|on|of|for|from|to|as|if|when|and|or|that|which|where|be|is|are)\b/u

/** "Type: `number`" */
const TYPE = /^\W*type\W*:/iu

/** Whether a passage can be read by itself: it says of what it speaks, and is more than a label or somebody's word. */
export function isReadable(passage: readonly Quotation[]): boolean {
  const [first] = passage
  const said = passage.filter(({ block }) => block?.kind !== 'heading')
  const [only] = said
  if (first === undefined || only === undefined) return false
  if (first.block && (pointsBack(first.quote) || (first === only && hangs(first.quote)))) return false
  if (said.length === 1 && only.quote.length < SCRAP && TYPE.test(only.quote)) return false
  if (isTorn(first)) return false
  const isProse = only.block?.kind === 'paragraph' || only.block?.kind === 'caption' || only.block?.kind === 'quote'
  if (isProse && SPOKEN.test(only.quote)) return false
  return (
    said.length > 1 || passage.length > 1 || !isProse || only.quote.length >= SCRAP || /[.!?。]\W*$/u.test(only.quote)
  )
}

/** Whether an item is the rest of a sentence that begins above its list: "with version 2 or later, be a key". */
function isTorn({ block, quote, start, document }: Quotation): boolean {
  if (block?.kind !== 'item' || !RELATES.test(quote)) return false
  return document.text.slice(block.start, start).trim().length <= LONGEST_MARKER
}
