import { contentIn } from '#language/terms.ts'
import type { ReadingGoal } from './question.ts'
import { coverage, type TermWeights } from './weights.ts'

/** The terms of a text that carry meaning; of titles and headings, which stand above many sentences, read once. */
export function contentReader({ terms }: Pick<ReadingGoal, 'terms'>): (text: string) => ReadonlySet<string> {
  const known = new Map<string, ReadonlySet<string>>()
  return (text) => {
    const before = known.get(text)
    if (before !== undefined) return before
    const content = contentIn(terms(text))
    known.set(text, content)
    return content
  }
}

/** The share of some terms that is asked for. */
export function onlyAsked(terms: ReadonlySet<string>, weights: TermWeights): number {
  return [...terms].filter((term) => weights.has(term)).length / (terms.size || 1)
}

/** How well some terms and a question agree: the harmonic mean of what each holds of the other. */
export function agreement(terms: ReadonlySet<string>, weights: TermWeights): number {
  const [a, b] = [coverage(terms, weights), onlyAsked(terms, weights)]
  return a + b > 0 ? (2 * a * b) / (a + b) : 0
}

/** A heading that is the question says much more than one that shares half of it. */
const STEEPNESS = 4

/** How well the best of some headings is what the question asks for: 0 to 1. */
export function headingFit(headings: readonly string[], agreement: (heading: string) => number): number {
  return Math.max(0, ...headings.map(agreement)) ** STEEPNESS
}
