import { lengthOf, type Quotation } from '#evidence/ledger.ts'
import { hangs, pointsBack, tieLength } from './opening.ts'
import { quotationOf } from './quote-block.ts'
import { beforeIn, goesOn, type Unit } from './sentence-units.ts'

/** UTF-16 code units of an entry behind its name that are read before the value that is asked for. */
const FIRST_VALUE = 60
/** UTF-16 code units: a shorter beginning says what the entry is, which who asks for its value knows. */
const LONGEST_LEAD_IN = 140

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
  if (goesOnWithin(unit)) return undefined
  if (units.slice(0, shown).some(({ text }) => fits(text) > 0) || goesOn([name, ...passage], unit.at)) return undefined
  const rest = beforeIn(own, unit.start)
  const before = [...passage.slice(0, unit.at - 1), ...(rest ? [rest] : [])]
  const isLeadIn = lengthOf(before) < LONGEST_LEAD_IN
  // What goes on with the value belongs to it; without what the entry is, other remarks on that have no place.
  const next = units.findIndex((each, at) => at > shown && !goesOnWithin(each))
  const isCut = isLeadIn && units[next]?.of === own
  const end = isCut ? endOf(units[next - 1] ?? unit) : own.end
  const first = quotationOf(own.document, { start: unit.start, end }, own.block)
  return [name, first, ...passage.slice(unit.at), ...(isLeadIn ? [] : before)]
}

/** Whether a sentence goes on with the one before it, and not only speaks of the entry: "However, …", "If set, …" */
const goesOnWithin = ({ text }: Unit) => tieLength(text) > 0 || (hangs(text) && !pointsBack(text))

const endOf = ({ start, text }: Unit) => start + text.length
