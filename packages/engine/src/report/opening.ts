import type { Lead } from '#answer/lead.ts'
import { hangs, tieLength } from '#answer/opening.ts'
import type { AnswerPart } from '#cite/assemble.ts'
import { isSamePlace, type SubQuestion } from '#depth/sub-question.ts'
import type { Subject } from '#depth/subject.ts'
import type { Evidence } from '#evidence/ledger.ts'
import type { Run } from '#evidence/run.ts'
import { wordsIn } from '#language/words-in.ts'
import type { CheckedSentence } from '#model/sentence-check.ts'
import type { CollectedNote } from './collected-notes.ts'
import { tellsFigures } from './figures.ts'
import { openingOrder } from './opening-order.ts'
import type { Passage } from './write-section.ts'

export interface OpeningParts {
  run: Run
  subs: readonly SubQuestion[]
  subject: Subject
  /** Sentences by how well each would open an answer without a model, the best first. */
  leads: readonly Lead[]
}

/** Notes that the opening paragraph is written from, and its words. */
const NOTES = 14
export const OPENING_WORDS = 90
/** Those that bear on the whole question most: a paragraph says no more. */
const BEST = 6
/** Of one source, where there are several: what each says of the question, and not what it says next. */
const BEST_OF_A_SOURCE = 1
const ENOUGH_SOURCES = 4
/** So many sentences that give a reason answer why by themselves. */
const FEWEST_FITTING = 3
/** A sentence of fewer words says little where a text begins. */
const SHORTEST = 8
/** A sentence that holds this share of what the best one holds of the question bears on it as well. */
const AS_MUCH = 0.7
/** What follows an answer may hold less of the question than what leads it. */
const ALONG = 0.75

/** The first paragraph of a report: what it is written from, and what may be said in it. */
export class Opening {
  /** What bears on the whole question most comes first. */
  readonly passage: Passage
  /** The same from the best notes alone. */
  readonly again: Passage
  readonly #subject: Subject
  readonly #best: readonly CollectedNote[]
  readonly #held: (texts: readonly string[]) => number
  readonly #least: number

  constructor({ run, subs, subject, leads }: OpeningParts, notes: readonly CollectedNote[]) {
    this.#subject = subject
    this.#held = (texts) => subject.bearing(texts, run.question)
    const [whole] = subs
    const led = leads.flatMap(({ evidence }) => {
      const noted = notes.find((note) => isSamePlace(note.evidence, evidence))
      return noted ?? (whole && { evidence, shows: '', sub: whole }) ?? []
    })
    const isFigures = ({ quote }: Evidence) => run.question.kind !== 'number' && tellsFigures(quote)
    const isFit = ({ evidence }: CollectedNote) =>
      standsAlone(evidence) && !isFigures(evidence) && subject.isOf(evidence) && subject.isToldIn(evidence.quote)
    const ranked = openingOrder({ question: run.question, subject, led, notes })
    const fit = ranked.filter(isFit)
    // What was written of it later only mentions it.
    const ofItsTime = fit.filter(({ evidence }) => subject.isOfItsTime(evidence.document))
    const among = [ofItsTime, fit].find((some) => some.length >= BEST) ?? (fit.length > 0 ? fit : ranked)
    const fits = among.filter(({ evidence }) => run.question.needs.fits(evidence.quote) > 0)
    const isAsked = run.question.kind === 'why' && fits.length >= FEWEST_FITTING
    this.#best = ofSeveral(isAsked ? fits : among).slice(0, BEST)
    const held = (note: CollectedNote) => this.#heldBy([note.evidence], note.evidence.quote)
    const others = notes.filter((note) => !this.#best.includes(note))
    const near = others.filter(({ evidence }) => subject.isOf(evidence))
    const rest = near.length > 0 ? near : others
    const about = { heading: undefined, others: [], words: OPENING_WORDS }
    const best = new Set(this.#best.map(({ evidence }) => evidence))
    this.passage = { ...about, notes: [...this.#best, ...rest].slice(0, NOTES), best }
    this.again = { ...about, notes: this.#best.length > 0 ? this.#best : this.passage.notes, best }
    this.#least = AS_MUCH * Math.max(0, ...this.#best.map(held))
  }

  /** Whether a sentence may be said in it: the first one answers the question, and all that follow are on its subject. */
  mayBeSaid({ parts, cited }: Pick<CheckedSentence, 'parts' | 'cited'>, isFirst: boolean): boolean {
    const isBest = cited.some((one) => this.#best.some(({ evidence }) => isSamePlace(evidence, one)))
    if (isFirst && !needsNothingBefore(textOf(parts))) return false
    const least = isFirst ? this.#least : ALONG * this.#least
    return isBest || (cited.some((one) => this.#subject.isOf(one)) && this.#heldBy(cited, textOf(parts)) >= least)
  }

  #heldBy(cited: readonly Evidence[], text: string): number {
    return this.#held([text, ...cited.map(({ document }) => document.title)])
  }
}

const textOf = (parts: readonly AnswerPart[]) => parts.map(({ text }) => text).join('')

/** "To secure these results": it points at what stands before it, though not with its first word. */
const POINTS_BACK = /^\W*(?:[\p{L}’']+ ){1,5}(?:this|these|those|such)\b(?! (?:country|year|nation|week|month))/iu

/** "So it is not these alone": it goes on with what was said. */
const GOES_ON = /^\W*(?:so|sure|then|yes|no|well)\b(?:,| (?!far|long|many|much|called|one|other)\p{L})/iu

/** Whether a text can be understood where it begins. */
function needsNothingBefore(text: string): boolean {
  return !hangs(text) && !GOES_ON.test(text) && tieLength(text) === 0 && !POINTS_BACK.test(text)
}

/** Whether a sentence can be understood where it opens a text. */
function standsAlone({ quote }: Evidence): boolean {
  return wordsIn(quote) >= SHORTEST && needsNothingBefore(quote) && /[.!?…。！？]["'”’»)\]]*$/u.test(quote)
}

/** Of each source the first ones; of few sources the rest as well. */
function ofSeveral(notes: readonly CollectedNote[]): CollectedNote[] {
  const counts = new Map<string, number>()
  const isFirst = ({ evidence: { document } }: CollectedNote) => {
    const count = (counts.get(document.id) ?? 0) + 1
    counts.set(document.id, count)
    return count <= BEST_OF_A_SOURCE
  }
  const { first = [], rest = [] } = Object.groupBy(notes, (note) => (isFirst(note) ? 'first' : 'rest'))
  return first.length >= ENOUGH_SOURCES ? first : [...first, ...rest]
}
