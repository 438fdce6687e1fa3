import type { Quotation } from '#evidence/ledger.ts'
import { hangs, pointsBack } from './opening.ts'

/** UTF-16 code units of what is no sentence and tells nothing by itself. */
const SCRAP = 60
/** What somebody says of the subject in praise stands in quotation marks. */
const SPOKEN = /^["“„«]/u

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
  const isProse = only.block?.kind === 'paragraph' || only.block?.kind === 'caption' || only.block?.kind === 'quote'
  if (isProse && SPOKEN.test(only.quote)) return false
  return (
    said.length > 1 || passage.length > 1 || !isProse || only.quote.length >= SCRAP || /[.!?。]\W*$/u.test(only.quote)
  )
}
