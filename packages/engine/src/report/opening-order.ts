import { wordsIn } from '#language/words-in.ts'
import { answerWorth, MANY_TERMS, type OpeningNotes } from './answer-worth.ts'
import { askedName } from './asked-name.ts'
import type { CollectedNote } from './collected-notes.ts'

/** A note, and how well its sentence answers the whole question, comparable among those of one question. */
export interface RankedNote {
  note: CollectedNote
  /** Log-odds, with what its length takes off. */
  score: number
  /** Whether it writes in full the name that is asked for, as far as that can be told. */
  names: boolean
}

/** A sentence of more words is the harder to follow where a text begins: for each so many of them it loses as much as of e. */
const EASY = 50
const HARD = 50
/** What would lead an answer without a model counts by its place among ten others. */
const RANKS = 10
/** Of a question of many terms it counts four times as much as what a sentence itself holds, which is little of so many. */
const LED_OF_MANY = 4

/** Those of an opening's notes that are able to open it, by how well they answer the whole question, the best first. */
export function openingOrder(opening: OpeningNotes, able: ReadonlySet<CollectedNote>): RankedNote[] {
  const { question, subject, led, notes, others } = opening
  const worth = answerWorth(opening)
  const isLong = question.terms.length >= MANY_TERMS
  // Most of what was read is not able, and what it is worth is only asked for where its rank counts.
  const weighed = [...notes, ...led, ...others].filter((note) => isLong || able.has(note))
  const told = new Map(weighed.map((note) => [note, worth(note)]))
  const ease = ({ evidence }: CollectedNote) => -Math.max(0, wordsIn(evidence.quote) - EASY) / HARD
  const scores = [...(isLong ? ledFirst(told, led) : told)].filter(([note]) => able.has(note))
  const ranked = scores.map(([note, score]) => ({ note, score: score + ease(note) }))
  const name = askedName(question, subject, [...notes, ...led])
  return ranked.toSorted((a, b) => b.score - a.score).map((one) => ({ ...one, names: name(one.note.evidence) === 1 }))
}

/** Of a question of many terms what would lead an answer without a model tells more than what one sentence holds. */
function ledFirst(told: ReadonlyMap<CollectedNote, number>, led: readonly CollectedNote[]): Map<CollectedNote, number> {
  const byWorth = [...told.keys()].toSorted((a, b) => (told.get(b) ?? 0) - (told.get(a) ?? 0))
  const ranks = new Map(led.map((note, rank) => [note, rank]))
  const placed = (rank: number) => 1 / (RANKS + rank)
  return new Map(
    byWorth.map((note, rank) => {
      const lead = placed(ranks.get(note) ?? Number.POSITIVE_INFINITY)
      return [note, Math.log(LED_OF_MANY * lead + placed(rank))]
    }),
  )
}
