import type { Language } from './language.ts'
import { type KnownTerm, visitTerms } from './terms.ts'

/** Terms, and where each of them begins. What is known of a word is there once for all texts, so that they take little memory. */
export interface PlacedTerms {
  terms: readonly KnownTerm[]
  starts: Uint32Array
}

/** The terms of a text that begins at a place of another one; their places are those of that. */
export function placedTerms(text: string, language: Language, from: number): PlacedTerms {
  const found: KnownTerm[] = []
  const starts: number[] = []
  visitTerms(text, language, (term, start) => {
    found.push(term)
    starts.push(from + start)
  })
  // Copies take no more memory than they need.
  return { terms: found.slice(), starts: new Uint32Array(starts) }
}

/** The index of the first of ascending places that is not before one. */
export function firstFrom(starts: Uint32Array, place: number): number {
  let low = 0
  let high = starts.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((starts[middle] ?? 0) < place) low = middle + 1
    else high = middle
  }
  return low
}
