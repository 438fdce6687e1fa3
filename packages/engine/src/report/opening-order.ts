import type { Subject } from '#depth/subject.ts'
import { wordsIn } from '#language/words-in.ts'
import type { Question } from '#question/question.ts'
import { answerWorth, MANY_TERMS } from './answer-worth.ts'
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
}

/** A sentence that a model noted leads where it would stand twice as far up. */
const NOTED = 0.5
/** A sentence of more words is hard to follow where a text begins. */
const LONGEST = 60
const LONG = 0.5
/** Reciprocal ranks are counted from there, so that the first places do not decide alone. */
const RANKS = 10
/** What would lead an answer without a model counts half as much as what a sentence itself says. */
const LED = 0.5
/** Of a question of many terms it counts four times as much. */
const LED_OF_MANY = 4

/**
 * Notes by how well they answer the whole question, the best first: as they would lead an answer without a model, and by
 * how much of the question they hold and what stands round them speaks of it.
 */
export function openingOrder({ question, subject, led, notes, others }: OpeningNotes): RankedNote[] {
  const worth = answerWorth(question, subject, [...notes, ...led])
  const told = new Map([...notes, ...led, ...others].map((note) => [note, worth(note)]))
  const byWorth = [...told.keys()].toSorted((a, b) => (told.get(b) ?? 0) - (told.get(a) ?? 0))
  const scores = new Map<CollectedNote, number>()
  const add = (order: readonly CollectedNote[], weight: number) => {
    for (const [rank, note] of order.entries()) {
      const own = wordsIn(note.evidence.quote) > LONGEST ? LONG : 1
      const place = (notes.includes(note) ? NOTED : 1) * rank
      scores.set(note, (scores.get(note) ?? 0) + (weight * own) / (RANKS + place))
    }
  }
  add(led, question.terms.length >= MANY_TERMS ? LED_OF_MANY : LED)
  add(byWorth, 1)
  const inOrder = [...scores].toSorted((a, b) => b[1] - a[1])
  return inOrder.map(([note]) => ({ note, worth: told.get(note) ?? 0 }))
}
