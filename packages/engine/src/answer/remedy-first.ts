import type { Quotation } from '#evidence/ledger.ts'
import marks from '#language/data/lead-marks.json' with { type: 'json' }
import { quotationOf } from './quote-block.ts'
import { beforeIn, goesOn, type Unit } from './sentence-units.ts'

/** UTF-16 code units at the beginning of an answer that are read before what goes wrong is skipped for the way out. */
const FIRST_REMEDY = 80
/** "To fix this, …", "The solution is to …" */
const REMEDY = new RegExp(`^(?:${marks.remedies.join('|')})`, 'iu')
/** It tells a reader what to do: "Call open()", "you have to …" */
const BIDS = new RegExp(marks.bids.join('|'), 'i')

/** A passage from the first sentence on that tells a way out; what tells the trouble again, which the asker knows, follows. */
export function remedyFirst(passage: readonly Quotation[], units: readonly Unit[]): Quotation[] | undefined {
  const shown = units.findIndex(({ text }) => REMEDY.test(text.replace(/\s+/g, ' ')))
  const unit = units[shown]
  if (!unit?.of.block || unit.of.block.kind === 'item' || unit.before < FIRST_REMEDY) return undefined
  if (units.slice(0, shown).some(({ text }) => BIDS.test(text))) return undefined
  if (unit.start === unit.of.start && goesOn(passage, unit.at)) return undefined
  const first = quotationOf(unit.of.document, { start: unit.start, end: unit.of.end }, unit.of.block)
  const rest = beforeIn(unit.of, unit.start)
  return [first, ...passage.slice(unit.at + 1), ...passage.slice(0, unit.at), ...(rest ? [rest] : [])]
}
