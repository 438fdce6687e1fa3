import type { Subject } from '#depth/subject.ts'
import { wordsIn } from '#language/words-in.ts'
import type { Question } from '#question/question.ts'
import type { CollectedNote } from './collected-notes.ts'

/** What the opening paragraph may be written from. */
interface OpeningNotes {
  question: Question
  subject: Subject
  /** Notes and sentences by how well each would open an answer without a model, the best first. */
  led: readonly CollectedNote[]
  notes: readonly CollectedNote[]
}

/** A sentence that a model noted leads where it would stand twice as far up. */
const NOTED = 0.5
/** A sentence of more words is hard to follow where a text begins. */
const LONGEST = 60
const LONG = 0.5
/** How much more a sentence says that fits the kind of answer asked for. */
const FITTING = 0.5
/** How much less each name counts for that the question does not hold: what bears on the whole is of nobody in particular. */
const OTHER_NAME = 0.2
/** Reciprocal ranks are counted from there, so that the first places do not decide alone. */
const RANKS = 10
/** What gives a reason is known best by what would lead an answer. */
const LED_OF_WHY = 100

/**
 * Notes by how well they answer the whole question, the best first: as they would lead an answer without a model, and by
 * how much of the question they hold and what stands round them speaks of it.
 */
export function openingOrder({ question, subject, led, notes }: OpeningNotes): CollectedNote[] {
  const told = new Map([...notes, ...led].map((note) => [note, worthOf(note, question, subject)]))
  const byWorth = [...told.keys()].toSorted((a, b) => (told.get(b) ?? 0) - (told.get(a) ?? 0))
  const ofLeads = question.kind === 'why' ? LED_OF_WHY : 1
  const scores = new Map<CollectedNote, number>()
  const add = (order: readonly CollectedNote[], weight: number) => {
    for (const [rank, note] of order.entries()) {
      const own = wordsIn(note.evidence.quote) > LONGEST ? LONG : 1
      const place = (notes.includes(note) ? NOTED : 1) * rank
      scores.set(note, (scores.get(note) ?? 0) + (weight * own) / (RANKS + place))
    }
  }
  add(led, ofLeads)
  add(byWorth, 1)
  return [...scores].toSorted((a, b) => b[1] - a[1]).map(([note]) => note)
}

function worthOf({ evidence }: CollectedNote, question: Question, subject: Subject): number {
  const { quote } = evidence
  const fits = 1 + FITTING * question.needs.fits(quote)
  const asked = new Set(question.goal.terms(question.text).map(({ term }) => term))
  const others = new Set((quote.match(NAME) ?? []).filter((name) => isOther(name, asked, question)))
  const around = Math.log1p(subject.timesRound(evidence))
  return (subject.bearing([quote], question) * fits * around) / (1 + OTHER_NAME * others.size)
}

const NAME = /(?<=[\p{Ll}\p{N},;:)"”’] )\p{Lu}\p{Ll}[\p{L}'’-]*/gu

function isOther(name: string, asked: ReadonlySet<string>, { goal }: Question): boolean {
  return goal.terms(name).some(({ term, stop }) => !stop && !asked.has(term))
}
