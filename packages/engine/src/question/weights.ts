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
    const said = rarity(library.documentFrequency(term), library)
    weights.set(term, isIntentTerm(term) ? INTENT * said : said)
  }
  return weights
}

/** What a term weighs that the library has never seen: the most that any can. */
export function weightOfUnseen(library: Pick<Library, 'passageCount'>): number {
  return rarity(0, library)
}

function rarity(frequency: number, { passageCount }: Pick<Library, 'passageCount'>): number {
  return Math.log(1 + (passageCount - frequency + 0.5) / (frequency + 0.5))
}
