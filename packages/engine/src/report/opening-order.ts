import type { Subject } from '#depth/subject.ts'
import { wordsIn } from '#language/words-in.ts'
import type { Question } from '#question/question.ts'
import { answerWorth, MANY_TERMS } from './answer-worth.ts'
import { askedName } from './asked-name.ts'
import type { CollectedNote } from './collected-notes.ts'

/** What the opening paragraph may be written from. */
interface OpeningNotes {
  question: Question
  subject: Subject
  /** Notes and sentences by how well each would open an answer without a model, the best first. */
  led: readonly CollectedNote[]
  notes: readonly CollectedNote[]
  /** What was read and neither noted nor would lead. */
  others: readonly CollectedNote[]
}

/** A note, and how well its sentence by itself answers the whole question, comparable among those of one question. */
export interface RankedNote {
  note: CollectedNote
  worth: number
  /** The same, with how well it would lead an answer without a model, whether it was noted, and its length. */
  score: number
  /** Whether it writes in full the name that is asked for, as far as that can be told. */
  names: boolean
}

// These numbers were set by hand on the same forty openings as the weights of `answer-worth.ts`.

/** A sentence that a model noted counts more. */
const NOTED = 1.5
/** A sentence of more words is the harder to follow where a text begins, the longer it is. */
const EASY = 45
/** One of more words still is so twice over. */
const LONGEST = 60
const LONG = 0.5
/** What would lead an answer without a model counts twice, and from this place on half as much more. */
const RANKS = 10
/** Of a question of many terms it counts four times as much as what a sentence itself holds, which is little of so many. */
const LED_OF_MANY = 4

/**
 * Notes by how well they answer the whole question, the best first: as they would lead an answer without a model, and by
 * how much of the question they hold and what stands round them speaks of it.
 */
export function openingOrder({ question, subject, led, notes, others }: OpeningNotes): RankedNote[] {
  const worth = answerWorth(question, subject, [...notes, ...led])
  const told = new Map([...notes, ...led, ...others].map((note) => [note, worth(note)]))
  const ranks = new Map(led.map((note, rank) => [note, rank]))
  const noted = new Set(notes)
  const ease = ({ evidence }: CollectedNote) => {
    const words = wordsIn(evidence.quote)
    return Math.min(1, EASY / words) * (words > LONGEST ? LONG : 1)
  }
  const leadOf = (note: CollectedNote) => 1 / (RANKS + (ranks.get(note) ?? Number.POSITIVE_INFINITY))
  const byWorth = [...told.keys()].toSorted((a, b) => (told.get(b) ?? 0) - (told.get(a) ?? 0))
  const scores = new Map<CollectedNote, number>()
  for (const [rank, note] of byWorth.entries()) {
    const own = told.get(note) ?? 0
    const score =
      question.terms.length >= MANY_TERMS
        ? LED_OF_MANY * leadOf(note) + 1 / (RANKS + rank)
        : own * (1 + RANKS * leadOf(note)) * (noted.has(note) ? NOTED : 1)
    scores.set(note, ease(note) * score)
  }
  const inOrder = [...scores].toSorted((a, b) => b[1] - a[1])
  const name = askedName(question, subject, [...notes, ...led])
  return inOrder.map(([note, score]) => ({ note, worth: told.get(note) ?? 0, score, names: name(note.evidence) === 1 }))
}
