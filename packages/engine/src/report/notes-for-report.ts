import { HELD_BY_NOTES } from '#depth/findings.ts'
import { isSamePlace, type SubQuestion } from '#depth/sub-question.ts'
import type { Evidence } from '#evidence/ledger.ts'
import { wordsIn } from '#language/words-in.ts'
import type { Question } from '#question/question.ts'
import type { Budget } from '../budget.ts'
import { type CollectedNote, collectNotes } from './collected-notes.ts'
import { isTable, tellsFigures } from './figures.ts'
import { isInOwnWords } from './in-own-words.ts'
import { answersPart } from './part-answers.ts'
import { ReadBeside } from './read-beside.ts'

/** Fewer notes, or of fewer sources, are an answer and no report. */
const FEWEST_NOTES = 10
const FEWEST_SOURCES = 3
/**
 * Of what is shown to writers up to a fifth is said before, or cut short: with notes of no more than the least words, one report
 * of twenty had fewer.
 */
const MORE_THAN_TOLD = 1.25

/** What tells which notes a report is written from. */
interface Belonging {
  belongs: (evidence: Evidence, sub: SubQuestion) => boolean
  /** Whether a sentence tells of the subject by itself. */
  tells: (quote: string) => boolean
  /** Whether a sentence is on all of the subject, and not only on what it names. */
  isOfWhole: (evidence: Evidence) => boolean
  /** Whether a sentence is on what most of the notes tell of. */
  isOfMost: (evidence: Evidence) => boolean
  /** How much of the subject a sentence holds with what stands round it. */
  degreeOf: (evidence: Evidence) => number
  /** Whether a text holds enough of the subject by itself. */
  bears: (text: string) => boolean
  /** Whether the question asks for a document by its source, or cannot be answered without it. */
  isAskedFor: (evidence: Evidence) => boolean
}

/**
 * What a report is written from: the notes that belong in it, or all where it would have too few; undefined where the
 * sources do not carry one. A note of which a model says in its own words what it shows belongs. Of the others what is on less
 * of the subject is told only as far as the rest does not carry a report, and what writes nothing of it only as far as the rest
 * does not hold the words of one.
 */
export function notesForReport(
  subs: readonly SubQuestion[],
  budget: Budget,
  question: Pick<Question, 'kind' | 'text' | 'language'>,
  { belongs, tells, bears, isOfWhole, isOfMost, isAskedFor, degreeOf }: Belonging,
): CollectedNote[] | undefined {
  if (budget.sections === 0) return undefined
  const all = collectNotes(subs).filter(({ evidence: { quote } }) => !isTable(quote))
  const bySub = new Map(subs.map((sub) => [sub, answersPart(sub.text, question, { bears, tells })]))
  const isRead = (note: CollectedNote) => isInOwnWords(note, question.text)
  const near = all.flatMap((note): CollectedNote[] => {
    const { evidence, sub } = note
    if (belongs(evidence, sub) && bySub.get(sub)?.(evidence) !== false) return [note]
    return isRead(note) ? [{ ...note, onModelsWord: true }] : []
  })
  // Why something was done no sums tell.
  const telling = /^\s*why\b/i.test(question.text)
    ? near.filter(({ evidence: { quote } }) => !tellsFigures(quote))
    : near
  // What only stands beside the subject is told where there is too little else.
  const own = telling.filter(({ evidence }) => tells(evidence.quote))
  // What is on a name of it alone, too. What a model read and put in its own words is told in any case.
  const ofWhole = new Set(own.filter(({ evidence }) => isOfWhole(evidence)))
  const whole = near.filter((note) => ofWhole.has(note) || isRead(note))
  const notes = new GrowingNotes(budget, [...whole, ...firstOfOthers(near, whole, isAskedFor)])
  const isTold = (evidence: Evidence, sub: SubQuestion) => tells(evidence.quote) && belongs(evidence, sub)
  const beside = new ReadBeside(subs)
  notes.grow(() => beside.of(notes.taken, (one, sub) => isTold(one, sub) && isOfWhole(one)))
  // A document that tells of all of it somewhere is likelier to do so where it names it again.
  const certain = new Set(notes.taken.filter(({ evidence }) => isOfWhole(evidence)).map(documentOf))
  const nearestOf = (some: readonly CollectedNote[]) =>
    some.toSorted((a, b) => degreeOf(b.evidence) - degreeOf(a.evidence))
  notes.grow(() => nearestOf(own).filter((note) => certain.has(documentOf(note))))
  notes.grow(() => nearestOf(beside.of(notes.taken, (one, sub) => isTold(one, sub) && certain.has(one.document.id))))
  const noted = telling.filter(({ shows }) => shows !== '')
  const grow = (isWanted: (evidence: Evidence) => boolean, more = MORE_THAN_TOLD) => {
    notes.grow(() => nearestOf(own).filter(({ evidence }) => isWanted(evidence)), more)
    notes.grow(() => nearestOf(beside.of(notes.taken, (one, sub) => isTold(one, sub) && isWanted(one))), more)
    // A model noted it: it may tell of the subject in other words where its document also writes these.
    const known = new Set(notes.taken.map(documentOf))
    const inOtherWords = noted.filter((note) => known.has(documentOf(note)) && isWanted(note.evidence))
    notes.grow(() => nearestOf(inOtherWords), Math.min(1, more))
  }
  grow(isOfMost)
  // What holds other words of the subject alone is mostly of something else.
  grow(() => true, HELD_BY_NOTES)
  return [notes.taken, near, all].find(isReport)
}

const documentOf = ({ evidence }: CollectedNote) => evidence.document.id

/** The first note that is wanted of each document of which there is none yet. */
function firstOfOthers(
  notes: readonly CollectedNote[],
  known: readonly CollectedNote[],
  isWanted: (evidence: Evidence) => boolean,
): CollectedNote[] {
  const ids = new Set(known.map(documentOf))
  return notes.filter((note) => isWanted(note.evidence) && !ids.has(documentOf(note)) && ids.add(documentOf(note)))
}

/** Notes to which others come only as far as they do not carry a report. */
class GrowingNotes {
  readonly taken: CollectedNote[]
  readonly #budget: Pick<Budget, 'leastSources' | 'leastWords'>
  readonly #sources = new Set<string>()
  #words = 0

  constructor(budget: Pick<Budget, 'leastSources' | 'leastWords'>, notes: readonly CollectedNote[]) {
    this.#budget = budget
    this.taken = []
    for (const note of notes) this.#take(note)
  }

  /**
   * Takes the first of some notes until all hold the words of a report, times `more`, and then only what is of another source,
   * until they are of enough.
   */
  grow(others: () => readonly CollectedNote[], more = MORE_THAN_TOLD): void {
    const { leastSources } = this.#budget
    const leastWords = more * this.#budget.leastWords
    const isCarried = () => this.#words >= leastWords && this.#sources.size >= leastSources
    if (isCarried()) return
    for (const note of others()) {
      const isWanted = this.#words < leastWords || !this.#sources.has(documentOf(note))
      if (isCarried()) return
      if (isWanted && !this.taken.some(({ evidence }) => isSamePlace(evidence, note.evidence))) this.#take(note)
    }
  }

  #take(note: CollectedNote): void {
    this.taken.push(note)
    this.#sources.add(documentOf(note))
    this.#words += wordsIn(note.evidence.quote)
  }
}

function isReport(notes: readonly CollectedNote[]): boolean {
  return notes.length >= FEWEST_NOTES && new Set(notes.map(documentOf)).size >= FEWEST_SOURCES
}
