import type { Quotation } from '#evidence/ledger.ts'
import type { Answering } from './answering.ts'
import { introduces } from './introduces.ts'
import { pointsBack, refersBack, tieLength } from './opening.ts'
import { openingSentence, quotationOf } from './quote-block.ts'
import { remedyFirst } from './remedy-first.ts'
import { isOfSection } from './sections.ts'
import { beforeIn, goesOn, type Unit, unitsOf } from './sentence-units.ts'
import { valueFirst } from './value-first.ts'

/** UTF-16 code units at the beginning of an answer that are read before anything else. */
const FIRST = 220
/**
 * The share of a question, by weight, that a sentence further down has to hold beyond what any before it does. Counted on
 * documentation: with half of that, remarks come first that share a word more.
 */
const MORE = 0.3
/** UTF-16 code units of its paragraph before a sentence that are shown with it. */
const SHORT_BEFORE = 150

/** What is to be known beside how well sentences answer. */
export interface AnsweringRules {
  /** The sentence that was chosen to lead. */
  lead?: Quotation
  /** How well a sentence shows the value that is asked for: 0 to 1. Default: none is. */
  fits?: (sentence: string) => number
  /** Whether the question tells what goes wrong before it asks for a way out. Default: false. */
  hasTrouble?: boolean
}

/**
 * A passage from the sentence or item on that answers, where that is further down and holds clearly more of the question than
 * all before it; what stood before it follows. Steps stay in their order.
 */
export function answeringFirst(
  passage: readonly Quotation[],
  answering: Answering,
  { lead, fits = () => 0, hasTrouble = false }: AnsweringRules = {},
): Quotation[] {
  // A speech or a story is told in its order.
  if (!passage.every(isOfSection)) return [...passage]
  const units = unitsOf(passage)
  const told = valueFirst(passage, units, fits) ?? (hasTrouble ? remedyFirst(passage, units) : undefined)
  if (told !== undefined) return told
  const worth = units.map(({ at, text }) => answering(text, passage[at] as Quotation))
  const best = worth.indexOf(Math.max(...worth))
  const unit = units[best]
  if (
    unit === undefined ||
    unit.before < FIRST ||
    isOfBefore(unit.text) ||
    worth.slice(0, best).some((each) => each > (worth[best] ?? 0) - MORE)
  )
    return [...passage]
  const own = passage[unit.at]
  if (own?.block === undefined || goesOn(passage, unit.at)) return [...passage]
  const names = passage[0]?.block?.kind === 'heading' ? 1 : 0
  // What was chosen to lead is not moved behind another item of its list.
  const led = passage.findIndex(({ block }) => block?.kind === 'item' && block === lead?.block)
  if (own.block.kind === 'item' && led >= 0 && led < unit.at) return [...passage]
  if (own.block.kind === 'item')
    return [...passage.slice(0, names), ...itemFirst(passage.slice(names), unit.at - names)]
  const from = startOf(unit, units, own)
  if (from === undefined || unit.at < names) return [...passage]
  const first = quotationOf(own.document, { start: from, end: own.end }, own.block)
  const rest = beforeIn(own, from)
  const before = [...passage.slice(names, unit.at), ...(rest ? [rest] : [])]
  return [...passage.slice(0, names), first, ...passage.slice(unit.at + 1), ...before]
}

/** Whether a sentence goes on with the one before it, and speaks of what that speaks of: "Therefore, it is …" */
function isOfBefore(text: string): boolean {
  const tie = tieLength(text)
  return tie > 0 && pointsBack(text.slice(tie))
}

/** Where a paragraph is shown from so that a sentence of it is clear; undefined where that is not in what is shown. */
function startOf(unit: Unit, units: readonly Unit[], own: Quotation): number | undefined {
  if (unit.start - own.start <= SHORT_BEFORE) return refersBack(openingSentence(own)) ? undefined : own.start
  const beside = units.filter(({ at }) => at === unit.at)
  return beside.findLast(({ start, text }) => start <= unit.start && !refersBack(text))?.start
}

/** An item behind what introduces its list, and before the other items. */
function itemFirst(passage: readonly Quotation[], at: number): Quotation[] {
  const own = passage[at]
  const isItem = (each: Quotation | undefined) => each?.block?.kind === 'item'
  if (own?.block?.number !== undefined) return [...passage]
  let first = at
  while (first > 0 && isItem(passage[first - 1])) first -= 1
  const isFirst = first === at || passage.some((each) => (each.block?.depth ?? 1) !== (own?.block?.depth ?? 1))
  if (own === undefined || isFirst) return [...passage]
  const above = passage[first - 1]
  const start = above && introduces(above.quote) ? first - 1 : first
  const list = passage.slice(first).filter((each) => each !== own)
  return [...passage.slice(start, first), own, ...list, ...passage.slice(0, start)]
}
