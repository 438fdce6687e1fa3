import { rarity } from '#language/bm25.ts'
import type { Library } from '../types.ts'
import type { ParsedQuestion } from './parse-question.ts'
import { weighTerms } from './weights.ts'

/** A question whose terms are weighed. */
export interface WeighedQuestion extends ParsedQuestion {
  /** Terms of the library that stand for one of the question's: "directory" for "folder", "2.0" for "v2.0". */
  alternatives: ReadonlyMap<string, string>
  /** What each of its terms says; weighed anew where more is known of the library. */
  weights: Map<string, number>
  /** What a term weighs that the library has never seen. */
  unseen: number
  /** `ofOrigins`: terms that stand in the names of sources and in times. */
  goal: { ofOrigins: ReadonlySet<string> }
  /** The questions that it asks one after the other. */
  asks: readonly { question: WeighedQuestion }[]
}

/** Where a document comes from is known without its text saying so: the name weighs a quarter. */
const ORIGIN = 0.25

/** Weighs the terms of a question by how rare they are in the library as it is now. */
export function weighQuestion(question: WeighedQuestion, library: Library): void {
  const { weights, goal } = question
  question.unseen = rarity(0, library.passageCount, 1)
  for (const [term, weight] of weighTerms(question.terms, library, question.alternatives)) weights.set(term, weight)
  for (const term of goal.ofOrigins) weights.set(term, ORIGIN * (weights.get(term) ?? 0))
  for (const part of question.asks) weighQuestion(part.question, library)
}
