import type { Lead } from '#answer/lead.ts'
import type { AnswerPart } from '#cite/assemble.ts'
import { isPageMatter, isSaleUnlessAsked } from '#depth/page-matter.ts'
import { isSamePlace, type SubQuestion } from '#depth/sub-question.ts'
import type { Subject } from '#depth/subject.ts'
import type { Evidence } from '#evidence/ledger.ts'
import type { Run } from '#evidence/run.ts'
import type { CheckedSentence } from '#model/sentence-check.ts'
import { type AskedAct, askedAct } from '#question/asked-act.ts'
import { MANY_TERMS } from './answer-worth.ts'
import type { CollectedNote } from './collected-notes.ts'
import { tellsFigures } from './figures.ts'
import { openingOrder, type RankedNote } from './opening-order.ts'
import { needsNothingBefore, standsAlone } from './stands-alone.ts'
import type { Passage } from './write-section.ts'

export interface OpeningParts {
  run: Run
  subs: readonly SubQuestion[]
  subject: Subject
  /** Sentences by how well each would open an answer without a model, the best first. */
  leads: readonly Lead[]
}

// These numbers were set by hand on the same forty openings as the weights of `answer-worth.ts`.

/** Notes that the opening paragraph is written from, and its words. */
const NOTES = 14
export const OPENING_WORDS = 90
/** Those that bear on the whole question most: a paragraph says no more. */
const BEST = 6
/** How much less each further sentence of one source counts: what each says of the question, and not what it says next. */
const FURTHER = 0.5
/** What does what is asked opens a text where it answers this share of what the best sentence does. */
const FIRST = 0.5
/** Of the sentences that answer a question of many terms best so many are looked at for the name that it asks for. */
const NAMING = 20
/** Two sentences that share this much of the terms of the shorter one are told once. */
const SAME = 0.85
/** A sentence that answers less than this share of what the best one does is not told beside it. */
const AS_WORTH = 0.3
/** Of a question that names nothing a sentence has to hold this share to answer it: more than two words of three. */
const WHOLE = 0.7
/** What stands round it has to hold this share of the words beside the names: of a "title race" both. */
const OTHERS = 0.7
/** Sentences that were read and not noted, among which one may say it better. */
const SEEN = 300
/** So many sentences that give a reason answer why by themselves. */
const FEWEST_FITTING = 3
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
  /** Whether some sentence does by itself what the question asks of its subject. */
  readonly answers: boolean
  readonly #subject: Subject
  readonly #best: readonly CollectedNote[]
  readonly #held: (texts: readonly string[]) => number
  readonly #least: number

  constructor({ run, subs, subject, leads }: OpeningParts, notes: readonly CollectedNote[]) {
    this.#subject = subject
    this.#held = (texts) => subject.bearing(texts)
    const [first] = subs
    const led = leads.flatMap(({ evidence }) => {
      const noted = notes.find((note) => isSamePlace(note.evidence, evidence))
      return noted ?? (first && { evidence, shows: '', sub: first }) ?? []
    })
    const others = first ? readOf(run, [...led, ...notes], first) : []
    const ranked = openingOrder({ question: run.question, subject, led, notes, others })
    this.#best = bestOf(ranked, run, subject)
    this.answers = isAnswered(ranked, run, subject)
    const held = (note: CollectedNote) => this.#heldBy([note.evidence], note.evidence.quote)
    const beside = notes.filter((note) => !this.#best.includes(note))
    const near = beside.filter(({ evidence }) => subject.isOf(evidence))
    const whole = near.filter(({ evidence }) => standsAlone(evidence.quote))
    const rest = [whole, near].find(({ length }) => length > 0) ?? beside
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

/** What answers the question by itself and needs nothing before it, the best first. */
function bestOf(ranked: readonly RankedNote[], { question }: Run, subject: Subject): CollectedNote[] {
  const isMatter = isPageMatter(question)
  const isFit = ({ quote, ...place }: Evidence) =>
    !isMatter({ quote, ...place }) &&
    standsAlone(quote) &&
    (question.kind === 'number' || !tellsFigures(quote)) &&
    subject.isOf({ quote, ...place }) &&
    subject.isToldIn(quote)
  const able = ranked.filter(({ note }) => isFit(note.evidence))
  const most = Math.max(0, ...able.map(({ worth }) => worth))
  const least = question.terms.length >= MANY_TERMS ? 0 : AS_WORTH * most
  const fit = able.filter(({ worth }) => worth >= least)
  // What was written of it later only mentions it.
  const ofItsTime = fit.filter(({ note }) => subject.isOfItsTime(note.evidence.document))
  const timely = ofItsTime.length >= FEWEST_FITTING ? ofItsTime : fit
  const whole = timely.filter(({ note }) => subject.isOfWhole(note.evidence))
  const near = whole.length >= FEWEST_FITTING ? whole : timely
  const among = near.length > 0 ? near : ranked
  const act = askedAct(question)
  const gives = (quote: string) => question.needs.fits(quote) > 0 || act?.toldIn(quote) === 1
  const fits = among.filter(({ note }) => gives(note.evidence.quote))
  const isAsked = question.kind === 'why' && fits.length >= FEWEST_FITTING
  const chosen = isAsked ? fits : among
  const inOrder = ofSeveral(chosen, act)
  // A question of many terms names little that every sentence of its answer holds.
  const mayName = question.terms.length >= MANY_TERMS ? ranked.slice(0, NAMING) : among
  const isNaming = ({ note: { evidence }, names }: RankedNote) =>
    names && standsAlone(evidence.quote) && !isMatter(evidence)
  const named = mayName
    .filter(isNaming)
    .map(({ note }) => note)
    .slice(0, 1)
  return [...new Set([...named, ...firstOfEach(inOrder, act), ...inOrder.map(({ note }) => note)])].slice(0, BEST)
}

/** The first note that does what each clause of a question asks, where it answers half as well as the best one. */
function firstOfEach(ranked: readonly RankedNote[], act: AskedAct | undefined): CollectedNote[] {
  const most = Math.max(0, ...ranked.map(({ score }) => score))
  const likely = ranked.filter(({ score }) => act?.each.length !== 1 || score >= FIRST * most)
  const able = likely.toSorted((a, b) => b.worth - a.worth)
  return (act?.each ?? []).flatMap((toldIn) => able.find(({ note }) => toldIn(note.evidence.quote) === 1)?.note ?? [])
}

/**
 * Whether a sentence does what the question asks, and holds enough of its subject; a question that asks for nothing of the
 * kind is answered.
 */
function isAnswered(ranked: readonly RankedNote[], { question }: Run, subject: Subject): boolean {
  const act = question.terms.length >= MANY_TERMS ? undefined : askedAct(question)
  if (!act) return true
  const isMatter = isPageMatter(question)
  const isSale = isSaleUnlessAsked(question.text)
  const bears = (quote: string) => (subject.hasNames ? subject.bearsOn(quote) : subject.bearing([quote]) >= WHOLE)
  return ranked.some(
    ({ note: { evidence } }) =>
      act.toldIn(evidence.quote) === 1 &&
      bears(`${evidence.document.title}\n${evidence.quote}`) &&
      isOfAll(evidence, subject) &&
      standsAlone(evidence.quote) &&
      !isMatter(evidence) &&
      !isSale(evidence.document.title),
  )
}

/** Whether a sentence is on all of the subject with what stands round it, or holds all but its names by itself. */
function isOfAll(evidence: Evidence, subject: Subject): boolean {
  const { own, round } = subject.shareOfOthers(evidence)
  return subject.isOf(evidence) && (own === 1 || (subject.isOfWhole(evidence) && round >= OTHERS))
}

/** The most telling sentences that were read, but for those that are known. */
function readOf({ ledger }: Run, known: readonly CollectedNote[], sub: SubQuestion): CollectedNote[] {
  const read = ledger.ranked().flatMap(({ evidence }) => evidence)
  const best = read.toSorted((a, b) => b.score - a.score).slice(0, SEEN)
  const fresh = best.filter((one) => !known.some(({ evidence }) => isSamePlace(one, evidence)))
  return fresh.map((evidence) => ({ evidence, shows: '', sub }))
}

const textOf = (parts: readonly AnswerPart[]) => parts.map(({ text }) => text).join('')

/** The best notes, of which each further one of a source counts less, and none says what another does. */
function ofSeveral(ranked: readonly RankedNote[], act: AskedAct | undefined): RankedNote[] {
  const told = ({ note }: RankedNote) => act?.toldIn(note.evidence.quote)
  const isSame = (one: RankedNote, other: RankedNote) => told(one) === told(other) && isNearlySame(one.note, other.note)
  const distinct = ranked.filter((each, i) => !ranked.slice(0, i).some((before) => isSame(before, each)))
  const counts = new Map<string, number>()
  const weighed = distinct.map((each) => {
    const { id } = each.note.evidence.document
    const count = counts.get(id) ?? 0
    counts.set(id, count + 1)
    return { ...each, score: each.score * FURTHER ** count }
  })
  return weighed.toSorted((a, b) => b.score - a.score)
}

/** Whether two sentences share most of their terms: what two reports of one source have from it. */
function isNearlySame({ evidence: one }: CollectedNote, { evidence: other }: CollectedNote): boolean {
  const fewer = Math.min(one.terms.size, other.terms.size)
  return fewer > 0 && one.terms.intersection(other.terms).size >= SAME * fewer
}
