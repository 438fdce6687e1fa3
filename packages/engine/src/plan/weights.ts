import type { Library } from '../types.ts'
import { isIntentTerm } from './intent-words.ts'

/** How much each term of a question says: its inverse document frequency over the library's passages. */
export type TermWeights = ReadonlyMap<string, number>

// What a question wants done is rarely written where the answer is.
export const INTENT = 0.35

/** Weighs terms; a term that the library has never seen weighs most. */
export function weighTerms(terms: Iterable<string>, library: Library): Map<string, number> {
  const weights = new Map<string, number>()
  for (const term of terms) {
    const frequency = library.documentFrequency(term)
    const rarity = Math.log(1 + (library.passageCount - frequency + 0.5) / (frequency + 0.5))
    weights.set(term, isIntentTerm(term) ? INTENT * rarity : rarity)
  }
  return weights
}
