import type { Quotation } from '#evidence/ledger.ts'
import { hangs, pointsBack, tieLength } from './opening.ts'
import { quotationOf } from './quote-block.ts'
import { beforeIn, goesOn, type Unit } from './sentence-units.ts'

/** UTF-16 code units of an entry behind its name that are read before the value that is asked for. */
const FIRST_VALUE = 140

/** An entry with the first sentence that shows the value asked for directly behind its name; undefined where that stands there. */
export function valueFirst(
  [name, ...passage]: readonly Quotation[],
  units: readonly Unit[],
  fits: (sentence: string) => number,
): Quotation[] | undefined {
  const shown = units.findIndex(({ text }) => fits(text) >= 1)
  const unit = units[shown]
  const own = unit?.of
  if (name?.block?.kind !== 'heading' || !unit || !own?.block || own.block.kind === 'item' || shown === 0)
    return undefined
  if (unit.before - name.quote.length < FIRST_VALUE) return undefined
  // What a pronoun speaks of is the name; what else ties a sentence to the one before is not said by it.
  if (tieLength(unit.text) > 0 || (hangs(unit.text) && !pointsBack(unit.text))) return undefined
  if (units.slice(0, shown).some(({ text }) => fits(text) > 0) || goesOn([name, ...passage], unit.at)) return undefined
  const first = quotationOf(own.document, { start: unit.start, end: own.end }, own.block)
  const rest = beforeIn(own, unit.start)
  return [name, first, ...passage.slice(unit.at), ...passage.slice(0, unit.at - 1), ...(rest ? [rest] : [])]
}
