import type { Evidence } from '#evidence/ledger.ts'
import type { Run } from '#evidence/run.ts'
import { neededEvidence } from '#model/needed-evidence.ts'
import type { Budget } from '../budget.ts'
import { type Bearing, bearingOf } from './bearing.ts'
import { carryReport } from './findings.ts'
import { isPageMatter } from './page-matter.ts'
import { Sides } from './sides.ts'
import { isSamePlace, type SubQuestion } from './sub-question.ts'
import type { Subject } from './subject.ts'
import { searchForHeld } from './subject-queries.ts'

/** What fewer sources tell of is no matter of a report. */
const FEWEST_SOURCES = 3

const NO_WORDS: ReadonlySet<string> = new Set()

interface NotesParts {
  /** The run of the whole question. */
  run: Run
  budget: Budget
  subject: Subject
  /** The question as a whole, then its parts. */
  subs: readonly SubQuestion[]
}

/** Tells which of the notes on the parts of a question are on the subject of the whole. */
export class NotesOnSubject {
  readonly #parts: NotesParts
  /** What was noted because an answer without a model would cite it. */
  #needed: readonly Evidence[] = []
  /** The words of the subject that most notes on it hold. */
  #most: ReadonlySet<string> | undefined
  #isToldWhole: boolean | undefined
  /** Whether a sentence is matter of its page and no evidence. */
  readonly isMatter: (evidence: Evidence) => boolean
  /** What the question asks about apart from each other. */
  readonly sides: Sides

  constructor(parts: NotesParts) {
    this.#parts = parts
    this.isMatter = isPageMatter(parts.run.question)
    this.sides = new Sides(parts.run.question.text, parts.subject)
  }

  /**
   * Whether what a model noted bears on what the question names. `likely`: the question is answered by what was found, as
   * far as that can be told without a model; where it is not, the model's word alone has to be borne out by more.
   */
  bearing(likely: boolean): Bearing {
    const told = this.#parts.subs.flatMap((sub) =>
      sub.told ? sub.notes.map(({ evidence }) => ({ evidence, sub })) : [],
    )
    if (told.length === 0) return { bears: true, missing: [] }
    // What only mentions a source, on something else, is nothing that it says of the subject.
    const near = told.filter(({ evidence, sub }) => this.isOn(evidence, sub))
    const notes = (near.length > 0 ? near : told).map(({ evidence }) => evidence)
    const found = bearingOf(this.#parts.run.question, notes, { onItsSubject: !likely })
    // Names are the same in every language: where none stands near any note, they are of something else.
    return near.length === 0 && !likely && this.#parts.subject.hasNames ? { ...found, bears: false } : found
  }

  /**
   * Notes of the whole question what it needs as far as that can be told without a model, where no note on its subject is
   * of it: a model that picks for one part after another leaves out what only the whole shows to matter. What holds another
   * word of the subject than most notes is not needed. `cited`: what an answer without a model would cite. Default: it is asked.
   */
  noteNeeded(cited?: readonly Evidence[]): void {
    const { run, budget } = this.#parts
    this.#most = undefined
    this.#isToldWhole = undefined
    // What is of another time may hold every word of the question.
    const isOfTime = (one: Evidence) => !this.#parts.subject.hasTime || this.#parts.subject.isOf(one)
    const needed = cited ?? neededEvidence(run, budget, this.notes())
    this.#needed = needed.filter((one) => isOfTime(one) && this.isOfMost(one))
    this.#parts.subs[0]?.noteBesideFirst(this.#needed)
  }

  /** Whether a sentence that was noted for a part belongs in a report on the whole. */
  readonly belongs = (evidence: Evidence, sub: SubQuestion): boolean =>
    !this.isMatter(evidence) && (this.isOn(evidence, sub) || this.#needed.some((one) => isSamePlace(one, evidence)))

  /** Whether a sentence is of a document of a source that the question names, or that an answer without a model would cite. */
  readonly isAskedFor = ({ document }: Evidence): boolean =>
    this.#parts.run.question.sources.some((ids) => ids.has(document.id)) ||
    this.#needed.some((one) => one.document.id === document.id)

  /** On the subject of the whole question; or on that of a part which follows what was found elsewhere. */
  isOn(evidence: Evidence, { text, subject }: SubQuestion): boolean {
    if (this.#parts.subject.isOf(evidence) || this.#isOnSide(evidence)) return true
    return (
      this.#parts.subject.leadsElsewhere(text) &&
      subject.isOf(evidence) &&
      this.#parts.subject.mayHold(evidence.document)
    )
  }

  /** Whether a sentence is on all of the subject, or on all of one of the things that the question asks about apart. */
  readonly isOfWhole = (evidence: Evidence): boolean =>
    this.#parts.subject.isOfWhole(evidence) || this.#isOnSide(evidence)

  /**
   * Whether a sentence is on what most notes on the subject tell of, where these are not all of its words: the rarest one
   * may be of anything.
   */
  readonly isOfMost = (evidence: Evidence): boolean => {
    if (this.sides.written.length > 0) return this.#isOnSide(evidence)
    return this.#mostTold.size === 0 || this.sides.holds(evidence, this.#mostTold)
  }

  /** Whether it is on as much of the subject as a report can be on: on what most tell of, where hardly a source tells of all. */
  readonly isNearest = (evidence: Evidence): boolean => {
    if (this.isOfWhole(evidence)) return true
    if (this.#mostTold.size === 0 || !this.isOfMost(evidence)) return false
    this.#isToldWhole ??=
      new Set(
        this.notes()
          .filter(this.isOfWhole)
          .map(({ document }) => document.id),
      ).size >= FEWEST_SOURCES
    return !this.#isToldWhole
  }

  /** The words of a subject without names that most notes on it hold; none where these are all. */
  get #mostTold(): ReadonlySet<string> {
    const { subject } = this.#parts
    if (subject.hasNames) return NO_WORDS
    this.#most ??= new Set(searchForHeld(subject, this.told()).flatMap((text) => text.split(' ')))
    return this.#most
  }

  #isOnSide(evidence: Evidence): boolean {
    return this.sides.isOnOne(evidence) && this.#parts.subject.mayHold(evidence.document)
  }

  /** All that are on it. */
  notes(): Evidence[] {
    return this.#parts.subs.flatMap((sub) =>
      sub.notes.flatMap(({ evidence }) => (this.isOn(evidence, sub) ? [evidence] : [])),
    )
  }

  /** Those of them that tell of it by themselves. */
  told(): Evidence[] {
    return this.notes().filter(({ quote }) => this.#parts.subject.isToldIn(quote))
  }

  /** Whether those on all of it carry a report: a word of it is told of in many. */
  carryReport(): boolean {
    return carryReport(this.told().filter(this.isOfWhole), this.#parts.budget)
  }
}
