import type { Quotation } from '#evidence/ledger.ts'
import type { Question } from '#question/question.ts'
import { coverage } from '#question/weights.ts'
import { contentReader } from './agreement.ts'
import { introduces } from './introduces.ts'
import { hangs, pointsBack, refersBack, tieLength } from './opening.ts'
import { openingSentence, quotationOf, sentencesFrom } from './quote-block.ts'
import { isOfSection } from './sections.ts'

/** UTF-16 code units at the beginning of an answer that are read before anything else. */
const FIRST = 220
/** The same of an entry behind its name, before the value that is asked for. */
const FIRST_VALUE = 140
/**
 * The share of a question, by weight, that a sentence further down has to hold beyond what any before it does. Counted on
 * documentation: with half of that, remarks come first that share a word more.
 */
const MORE = 0.3
/** What could be the kind of thing that is asked for counts like so much of the question. */
const FITS = 0.2
/** UTF-16 code units of its paragraph before a sentence that are shown with it. */
const SHORT_BEFORE = 150
const PROSE = new Set(['paragraph', 'item', 'caption', 'quote'])

/** A sentence of a passage. */
interface Unit {
  /** Which of the quotations it stands in, and where. */
  at: number
  of: Quotation
  start: number
  text: string
  /** UTF-16 code units of the passage before it. */
  before: number
}

/** How well a sentence answers, under the headings above it. */
export type Answering = (text: string, place: Quotation) => number

/** Measures sentences by how much of a question they hold that no heading above them does, and whether they could be what is asked for. */
export function answeringOf({ goal, needs }: Pick<Question, 'goal' | 'needs'>): Answering {
  const contentOf = contentReader(goal)
  return (text, { block, document }) => {
    const above = new Set([document.title, ...(block?.path ?? [])].flatMap((title) => [...contentOf(title)]))
    return coverage(contentOf(text).difference(above), goal.weights) + FITS * needs.fits(text)
  }
}

/** What is to be known beside how well sentences answer. */
export interface AnsweringRules {
  /** The sentence that was chosen to lead. */
  lead?: Quotation
  /** How well a sentence shows the value that is asked for: 0 to 1. Default: none is. */
  fits?: (sentence: string) => number
}

/**
 * A passage from the sentence or item on that answers, where that is further down and holds clearly more of the question than
 * all before it; what stood before it follows. Steps stay in their order.
 */
export function answeringFirst(
  passage: readonly Quotation[],
  answering: Answering,
  { lead, fits = () => 0 }: AnsweringRules = {},
): Quotation[] {
  // A speech or a story is told in its order.
  if (!passage.every(isOfSection)) return [...passage]
  const units = unitsOf(passage)
  const told = valueFirst(passage, units, fits)
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
  const rest = restOf(own, from)
  const before = [...passage.slice(names, unit.at), ...(rest ? [rest] : [])]
  return [...passage.slice(0, names), first, ...passage.slice(unit.at + 1), ...before]
}

/** An entry with the first sentence that shows the value asked for directly behind its name; undefined where that stands there. */
function valueFirst(
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
  const rest = restOf(own, unit.start)
  return [name, first, ...passage.slice(unit.at), ...passage.slice(0, unit.at - 1), ...(rest ? [rest] : [])]
}

/** Whether a quotation is what the one before it introduces, or goes on with a sentence of it: "in order to …". */
function goesOn(passage: readonly Quotation[], at: number): boolean {
  const [own, before] = [passage[at], passage[at - 1]]
  if (own?.block === undefined || before === undefined || own.block.kind === 'item') return false
  return introduces(before.quote) || /^\p{Ll}/u.test(own.quote)
}

/** Whether a sentence goes on with the one before it, and speaks of what that speaks of: "Therefore, it is …" */
function isOfBefore(text: string): boolean {
  const tie = tieLength(text)
  return tie > 0 && pointsBack(text.slice(tie))
}

function unitsOf(passage: readonly Quotation[]): Unit[] {
  const units: Unit[] = []
  let before = 0
  for (const [at, of] of passage.entries()) {
    const { document, block, start, end, quote } = of
    if (block && PROSE.has(block.kind)) {
      const spans = sentencesFrom(document, block, { start, most: end - start }).filter((span) => span.end <= end)
      for (const span of spans) {
        const text = document.text.slice(span.start, span.end)
        units.push({ at, of, start: span.start, text, before: before + span.start - start })
      }
    }
    before += quote.length
  }
  return units
}

/** Where a paragraph is shown from so that a sentence of it is clear; undefined where that is not in what is shown. */
function startOf(unit: Unit, units: readonly Unit[], own: Quotation): number | undefined {
  if (unit.start - own.start <= SHORT_BEFORE) return refersBack(openingSentence(own)) ? undefined : own.start
  const beside = units.filter(({ at }) => at === unit.at)
  return beside.findLast(({ start, text }) => start <= unit.start && !refersBack(text))?.start
}

/** What a paragraph says before a place in it. */
function restOf(own: Quotation, from: number): Quotation | undefined {
  if (own.block === undefined || from <= own.start) return undefined
  const spans = sentencesFrom(own.document, own.block, { start: own.start, most: from - own.start })
  const last = spans.findLast(({ end }) => end <= from)
  return last && quotationOf(own.document, { start: own.start, end: last.end }, own.block)
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
