import type { Lead } from '#answer/lead.ts'
import { pointsBack, tieLength } from '#answer/opening.ts'
import type { AnswerPart } from '#cite/assemble.ts'
import { isSamePlace, type SubQuestion } from '#depth/sub-question.ts'
import type { Subject } from '#depth/subject.ts'
import type { Evidence } from '#evidence/ledger.ts'
import type { Run } from '#evidence/run.ts'
import type { CheckedSentence } from '#model/sentence-check.ts'
import { coverage } from '#question/weights.ts'
import type { CollectedNote } from './collected-notes.ts'
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
/** Of one source, so that the paragraph is no page of it. */
const BEST_OF_A_SOURCE = 2
/** A sentence that a model noted may lead where it would stand twice as far up. */
const NOTED = 0.5
/** A sentence that holds this share of what the best one holds of the question bears on it as well. */
const AS_MUCH = 0.7

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
    const { goal, weights } = run.question
    this.#subject = subject
    this.#held = (texts) => coverage(new Set(goal.terms(texts.join('\n')).map(({ term }) => term)), weights)
    const [whole] = subs
    const placed = leads.map(({ evidence }, at) => {
      const noted = notes.find((note) => isSamePlace(note.evidence, evidence))
      const note = noted ?? (whole && { evidence, shows: '', sub: whole })
      return { note, rank: (noted ? NOTED : 1) * at }
    })
    const ranked = placed.toSorted((a, b) => a.rank - b.rank).flatMap(({ note }) => note ?? [])
    const isFit = ({ evidence }: CollectedNote) => standsAlone(evidence) && subject.isOf(evidence)
    const held = (note: CollectedNote) => this.#heldBy([note.evidence], note.evidence.quote)
    const fromNotes = notes
      .filter((note) => isFit(note) && !ranked.includes(note))
      .toSorted((a, b) => held(b) - held(a))
    const fit = [...ranked.filter(isFit), ...fromNotes]
    this.#best = ofSeveral(fit.length > 0 ? fit : ranked).slice(0, BEST)
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
    if (isBest || (!isFirst && cited.some((one) => this.#subject.isOf(one)))) return true
    return this.#heldBy(cited, textOf(parts)) >= this.#least
  }

  #heldBy(cited: readonly Evidence[], text: string): number {
    return this.#held([text, ...cited.map(({ document }) => document.title)])
  }
}

const textOf = (parts: readonly AnswerPart[]) => parts.map(({ text }) => text).join('')

/** Whether a sentence can be understood where it opens a text. */
function standsAlone({ quote }: Evidence): boolean {
  return !pointsBack(quote) && tieLength(quote) === 0 && /[.!?…。！？]["'”’»)\]]*$/u.test(quote)
}

/** Of each source the first ones. */
function ofSeveral(notes: readonly CollectedNote[]): CollectedNote[] {
  const counts = new Map<string, number>()
  return notes.filter(({ evidence: { document } }) => {
    const count = (counts.get(document.id) ?? 0) + 1
    counts.set(document.id, count)
    return count <= BEST_OF_A_SOURCE
  })
}
