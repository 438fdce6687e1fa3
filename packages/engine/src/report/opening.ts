import type { Lead } from '#answer/leads.ts'
import type { AnswerPart } from '#cite/assemble.ts'
import { askedAct } from '#depth/asked-act.ts'
import { isSamePlace, type SubQuestion } from '#depth/sub-question.ts'
import type { Subject } from '#depth/subject.ts'
import type { Evidence } from '#evidence/ledger.ts'
import type { Run } from '#evidence/run.ts'
import type { CheckedSentence } from '#model/sentence-check.ts'
import type { Question } from '#question/question.ts'
import { MANY_TERMS } from './answer-worth.ts'
import { type CollectedNote, collectNotes } from './collected-notes.ts'
import { isTable } from './figures.ts'
import { isInOwnWords } from './in-own-words.ts'
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

// The numbers without a reason of their own were set by hand on forty openings.

/**
 * Notes that the opening paragraph is written from. Of 75 sentences that readers would open twenty reports with, hardly one in
 * four was among the first 14, and two in three among the first 48.
 */
const NOTES = 48
/** One of so many of the first has to do what is asked, or the report says that none does: a writer that copies takes no others. */
const COPIED = 14
/** The words of the opening paragraph. */
export const OPENING_WORDS = 130
/** What does what is asked has to hold this share of the subject, with its titles. */
const WHOLE = 0.6
/** What stands round it has to hold this share of the words beside the names: of a "title race" both. */
const OTHERS = 0.7
/** Sentences that were read and not noted, among which one may say it better. */
const SEEN = 2000
/** Notes for the whole question that stand before those for its parts. */
const OF_WHOLE = 5
/** Notes in the own words of a model: it read them, so that they stand before what only holds the words of the question. */
const IN_OWN_WORDS = 30
/** Other notes of a model, beside all that. */
const NOTED = 12
/** A writer that does not copy and finds so many sentences to say would have said that the notes do not answer. */
const OWN_SENTENCES = 2

/** The first paragraph of a report: what it is written from, and what may be said in it. */
export class Opening {
  /** What bears on the whole question most comes first. */
  readonly passage: Passage
  /** The same from the best notes alone. */
  readonly again: Passage
  /** Those of its notes that it most likely tells. */
  readonly foremost: readonly CollectedNote[]
  /** Whether one of these does by itself what the question asks of its subject. */
  readonly answers: boolean
  /** What says that none does, and what follows; '' where some does. */
  readonly lacking: string
  /** The names of the question that the best notes write. */
  readonly told: readonly string[]
  /** A sentence as somebody reads it who knows the question. */
  readonly read = (quote: string): string => asAnswer(quote, (word) => this.#subject.bearing([word]) > 0)
  readonly #question: Question
  readonly #subject: Subject
  /** Notes in the own words of a model. */
  readonly #own: readonly CollectedNote[]

  constructor({ run, subs, subject, leads }: OpeningParts, notes: readonly CollectedNote[]) {
    this.#question = run.question
    this.#subject = subject
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
    const next = able.filter((note) => !all.includes(note)).slice(0, NOTES - all.length)
    this.foremost = [...all, ...next].slice(0, COPIED)
    const without = unanswered(this.foremost, run, subject)
    this.answers = without === undefined
    this.told = subject.namesIn(all.map(({ evidence }) => evidence.quote))
    this.lacking = without ? lackingOf(askedAct(run.question) ?? { lacking: '' }, without, this.told) : ''
    const beside = notes.filter((note) => !all.includes(note) && !next.includes(note))
    const near = beside.filter(({ evidence }) => subject.isOf(evidence))
    const whole = near.filter(({ evidence }) => standsAlone(evidence.quote))
    // What only stands beside the subject is no answer, where anything else is there.
    const rest = [whole, near].find(({ length }) => length > 0) ?? (all.length > 0 ? [] : beside)
    this.#own = wholeFirst(
      notes.filter((note) => isInOwnWords(note, run.question.text)),
      subs,
      IN_OWN_WORDS,
    )
    const copied = wholeFirst(notedBy(subs), subs, NOTED)
    const shown = distinct([...distinct([...all, ...this.#own, ...next, ...rest]).slice(0, NOTES), ...copied])
    const about = { heading: undefined, others: [], words: OPENING_WORDS }
    const evidenceOf = (some: readonly CollectedNote[]) => new Set(some.map(({ evidence }) => evidence))
    const bearing = { all: evidenceOf(all), most: evidenceOf(leading) }
    this.passage = { ...about, notes: shown, bearing }
    this.again = { ...about, notes: all.length > 0 ? all : this.passage.notes, bearing }
  }

  /**
   * Whether what a model wrote of it answers, where the foremost notes do not: it does what the question asks of its subject, or
   * tells of it in several sentences of its own that a judge found borne out.
   */
  isAnsweredBy(written: readonly Pick<CheckedSentence, 'parts' | 'cited' | 'borneOut'>[]): boolean {
    const act = askedAct(this.#question)
    const ofSubject = written.filter(
      ({ parts, cited, borneOut }) => borneOut && this.#heldBy(cited, textOf(parts)) >= WHOLE,
    )
    const texts = ofSubject.map(({ parts }) => textOf(parts))
    const inOwnWords = written.filter(
      ({ parts, cited, borneOut }) => borneOut && parts.some(isJudged) && cited.some((one) => this.#bears(one)),
    )
    if (inOwnWords.length >= OWN_SENTENCES) return true
    const isTold = act?.each.every((toldIn) => texts.some((text) => toldIn(text))) ?? false
    return isTold && this.#subject.namesLeftOut(texts).length === 0
  }

  /**
   * Whether a sentence may be said in it: the first one is understood by itself. Whether it answers is for the model to tell,
   * which reads what words alone do not say.
   */
  mayBeSaid({ parts }: Pick<CheckedSentence, 'parts'>, isFirst: boolean): boolean {
    return !isFirst || needsNothingBefore(this.read(textOf(parts)))
  }

  /** Whether a sentence is on the subject by its words, or by those of a model that read it. */
  #bears(one: Evidence): boolean {
    return this.#subject.isOf(one) || this.#own.some(({ evidence }) => isSamePlace(evidence, one))
  }

  #heldBy(cited: readonly Evidence[], text: string): number {
    return this.#subject.bearing([text, ...cited.map(({ document }) => document.title)])
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
  const isTold = act.isTelling ? toldOfSubject(act, subject) : (sentence: string) => act.toldIn(sentence)
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

/** What a model noted, for whatever part of the question. */
const notedBy = (subs: readonly SubQuestion[]): CollectedNote[] =>
  collectNotes(subs).filter(({ shows, evidence }) => shows !== '' && !isTable(evidence.quote))

/** The first of some notes, those that were taken for the whole question before those that were taken for its parts. */
function wholeFirst(notes: readonly CollectedNote[], subs: readonly SubQuestion[], most: number): CollectedNote[] {
  const whole = notes.filter(({ sub }) => sub === subs[0]).slice(0, OF_WHOLE)
  return [...whole, ...notes.filter((note) => !whole.includes(note))].slice(0, most)
}

/** Some notes, each place once. */
function distinct(notes: readonly CollectedNote[]): CollectedNote[] {
  const byPlace = new Map<string, CollectedNote>()
  for (const note of notes) {
    const { document, start } = note.evidence
    const place = `${document.id} ${start}`
    if (!byPlace.has(place)) byPlace.set(place, note)
  }
  return [...byPlace.values()]
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
