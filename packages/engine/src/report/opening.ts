import type { Lead } from '#answer/lead.ts'
import type { AnswerPart } from '#cite/assemble.ts'
import { isSamePlace, type SubQuestion } from '#depth/sub-question.ts'
import type { Subject } from '#depth/subject.ts'
import type { Evidence } from '#evidence/ledger.ts'
import type { Run } from '#evidence/run.ts'
import type { CheckedSentence } from '#model/sentence-check.ts'
import { askedAct } from '#question/asked-act.ts'
import type { Question } from '#question/question.ts'
import { MANY_TERMS } from './answer-worth.ts'
import { type CollectedNote, collectNotes } from './collected-notes.ts'
import { isTable } from './figures.ts'
import { lackingOf } from './not-answered.ts'
import { ableToOpen, bestOf } from './opening-best.ts'
import { openingOrder } from './opening-order.ts'
import { readSentences } from './read-sentences.ts'
import { asAnswer, needsNothingBefore, standsAlone } from './stands-alone.ts'
import { toldOfSubject } from './told-of-subject.ts'
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
export const OPENING_WORDS = 130
/** What does what is asked has to hold this share of the subject, with its titles. */
const WHOLE = 0.6
/** What stands round it has to hold this share of the words beside the names: of a "title race" both. */
const OTHERS = 0.7
/** Sentences that were read and not noted, among which one may say it better. */
const SEEN = 2000
/** A sentence that holds this share of what the best one holds of the question bears on it as well. */
const AS_MUCH = 0.7
/** Notes that a model took: of the whole question, and of all of it with its parts. */
const OF_WHOLE = 5
const NOTED = 12
/** A writer that does not copy and finds so many sentences to say would have said that the notes do not answer. */
const OWN_SENTENCES = 2
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
  /** What says that none does, and what follows; '' where some does. */
  readonly lacking: string
  /** The names of the question that the best notes write. */
  readonly told: readonly string[]
  /** A sentence as somebody reads it who knows the question. */
  readonly read = (quote: string): string => asAnswer(quote, (word) => this.#subject.bearing([word]) > 0)
  readonly #question: Question
  readonly #subject: Subject
  readonly #best: readonly CollectedNote[]
  readonly #noted: readonly CollectedNote[]
  readonly #held: (texts: readonly string[]) => number
  readonly #least: number

  constructor({ run, subs, subject, leads }: OpeningParts, notes: readonly CollectedNote[]) {
    this.#question = run.question
    this.#subject = subject
    this.#held = (texts) => subject.bearing(texts)
    const [first] = subs
    const led = leads.flatMap(({ evidence }) => {
      const noted = notes.find((note) => isSamePlace(note.evidence, evidence))
      return noted ?? (first && { evidence, shows: '', sub: first }) ?? []
    })
    const others = first ? readOf(subs, [...led, ...notes], first) : []
    const asked = { question: run.question, subject }
    const read = [...notes, ...led, ...others]
    const ranked = openingOrder({ ...asked, led, notes, others }, ableToOpen(read, run.question, subject))
    const { leading, all, able } = bestOf(ranked, read, asked)
    this.#best = all
    const next = able.filter((note) => !all.includes(note)).slice(0, NOTES - all.length)
    const without = unanswered([...all, ...next], run, subject)
    this.answers = without === undefined
    this.told = subject.namesIn(this.#best.map(({ evidence }) => evidence.quote))
    this.lacking = without ? lackingOf(askedAct(run.question) ?? { lacking: '' }, without, this.told) : ''
    const held = (note: CollectedNote) => this.#heldBy([note.evidence], note.evidence.quote)
    const beside = notes.filter((note) => !all.includes(note) && !next.includes(note))
    const near = beside.filter(({ evidence }) => subject.isOf(evidence))
    const whole = near.filter(({ evidence }) => standsAlone(evidence.quote))
    const rest = [whole, near].find(({ length }) => length > 0) ?? beside
    const isHere = (note: CollectedNote) => [...all, ...next].some((one) => isSamePlace(one.evidence, note.evidence))
    this.#noted = mostTelling(subs)
    const noted = this.#noted.filter((note) => !isHere(note))
    const about = { heading: undefined, others: [], words: OPENING_WORDS }
    const evidenceOf = (some: readonly CollectedNote[]) => new Set(some.map(({ evidence }) => evidence))
    const bearing = { all: evidenceOf(all), most: evidenceOf(leading) }
    this.passage = { ...about, notes: [...[...all, ...next, ...rest].slice(0, NOTES), ...noted], bearing }
    this.again = { ...about, notes: this.#best.length > 0 ? this.#best : this.passage.notes, bearing }
    this.#least = AS_MUCH * Math.max(0, ...this.#best.map(held))
  }

  /**
   * Whether what a model wrote of it answers, in words that none of its notes has: it does what the question asks of its
   * subject, or tells of it in several sentences of its own that a judge found borne out.
   */
  isAnsweredBy(written: readonly Pick<CheckedSentence, 'parts' | 'cited' | 'borneOut'>[]): boolean {
    const act = askedAct(this.#question)
    const ofSubject = written.filter(
      ({ parts, cited, borneOut }) => borneOut && this.#heldBy(cited, textOf(parts)) >= WHOLE,
    )
    const texts = ofSubject.map(({ parts }) => textOf(parts))
    const inOwnWords = written.filter(
      ({ parts, cited, borneOut }) => borneOut && parts.some(isJudged) && cited.some((one) => this.#subject.isOf(one)),
    )
    if (inOwnWords.length >= OWN_SENTENCES) return true
    const isTold = act?.each.every((toldIn) => texts.some((text) => toldIn(text) === 1)) ?? false
    return isTold && this.#subject.namesLeftOut(texts).length === 0
  }

  /** Whether a sentence may be said in it: the first one answers the question, and all that follow are on its subject. */
  mayBeSaid({ parts, cited }: Pick<CheckedSentence, 'parts' | 'cited'>, isFirst: boolean): boolean {
    const isBest = cited.some((one) => this.#best.some(({ evidence }) => isSamePlace(evidence, one)))
    if (isFirst && !needsNothingBefore(this.read(textOf(parts)))) return false
    if (cited.length > 0 && cited.every((one) => this.#noted.some(({ evidence }) => isSamePlace(evidence, one))))
      return true
    const least = isFirst ? this.#least : ALONG * this.#least
    return isBest || (cited.some((one) => this.#subject.isOf(one)) && this.#heldBy(cited, textOf(parts)) >= least)
  }

  #heldBy(cited: readonly Evidence[], text: string): number {
    return this.#held([text, ...cited.map(({ document }) => document.title)])
  }
}

/**
 * Which names of the question are left without an answer, where what may open a report does not do what it asks, or holds too
 * little of its subject; undefined where it is answered. Of several names that it lists each has to be told of.
 */
function unanswered(
  best: readonly CollectedNote[],
  { question }: Run,
  subject: Subject,
): readonly string[] | undefined {
  const act = question.terms.length >= MANY_TERMS ? undefined : askedAct(question)
  if (!act || act.isOpen) return undefined
  const isTold = act.isTelling ? toldOfSubject(act, subject) : (sentence: string) => act.toldIn(sentence) === 1
  const told = best.filter(({ evidence }) => subject.isOfWhole(evidence) && isTold(evidence.quote))
  // Several sentences may say it together.
  const held = subject.bearing(told.flatMap(({ evidence }) => [evidence.document.title, evidence.quote]))
  if (told.length === 0 || held < WHOLE) return []
  // What is told of one name, with the other words of the subject, is nothing of the next one.
  const own = told.filter(({ evidence }) => subject.shareOfOthers(evidence).own >= OTHERS)
  const without = subject.hasOthers ? subject.namesLeftOut(own.map(({ evidence }) => evidence.quote)) : []
  return without.length > 0 ? without : undefined
}

const isJudged = (part: AnswerPart) => part.kind === 'claim' && part.verification?.method === 'judge'

/** What a model noted first: of the whole question, then of each part of it in turn. It knows better than words tell what answers. */
function mostTelling(subs: readonly SubQuestion[]): CollectedNote[] {
  const noted = collectNotes(subs).filter(({ shows, evidence }) => shows !== '' && !isTable(evidence.quote))
  const whole = noted.filter(({ sub }) => sub === subs[0]).slice(0, OF_WHOLE)
  return [...whole, ...noted.filter((note) => !whole.includes(note))].slice(0, NOTED)
}

/** The most telling sentences that were read, but for those that are known. */
function readOf(subs: readonly SubQuestion[], known: readonly CollectedNote[], sub: SubQuestion): CollectedNote[] {
  const places = new Map<string, Evidence>()
  for (const { evidence } of readSentences(subs)) {
    const place = `${evidence.document.id} ${evidence.start}`
    if (!places.has(place)) places.set(place, evidence)
  }
  const best = [...places.values()].slice(0, SEEN)
  const fresh = best.filter((one) => !known.some(({ evidence }) => isSamePlace(one, evidence)))
  return fresh.map((evidence) => ({ evidence, shows: '', sub }))
}

const textOf = (parts: readonly AnswerPart[]) => parts.map(({ text }) => text).join('')
