import { rarity } from '#language/bm25.ts'
import everyday from '#language/data/everyday.json' with { type: 'json' }
import intent from '#language/data/intent.json' with { type: 'json' }
import { contentTerms } from '#language/terms.ts'
import type { Library } from '../types.ts'
import type { Pair } from './parse-question.ts'

let intentTerms: ReadonlySet<string> | undefined

/** Whether a term says what a question wants done, or speaks of sources as such, rather than of its subject. */
export function isIntentTerm(term: string): boolean {
  intentTerms ??= contentTerms(intent.join(' '), 'en')
  return intentTerms.has(term)
}

let everydayTerms: ReadonlySet<string> | undefined

/** Whether a term is a word of everyday talk, in which a question is put but few documents are written. */
export function isEverydayTerm(term: string): boolean {
  everydayTerms ??= contentTerms(everyday.join(' '), 'en')
  return everydayTerms.has(term)
}

/** What each term of a question says. */
export type TermWeights = ReadonlyMap<string, number>

/** What a question wants done is rarely written where the answer is: it counts for about a third. */
const INTENT = 0.35

/**
 * How much each term of a question says: its inverse document frequency over the library's passages. A term that the
 * library has never seen weighs most. One that it has not seen is as rare as what stands for it.
 */
export function weighTerms(
  terms: Iterable<string>,
  library: Library,
  alternatives: ReadonlyMap<string, string> = new Map(),
): Map<string, number> {
  const { passageCount } = library
  const others = Map.groupBy(alternatives.keys(), (other) => alternatives.get(other))
  const frequencyOf = (term: string) => {
    const own = library.documentFrequency(term)
    if (own > 0) return own
    return (others.get(term) ?? []).reduce((sum, each) => sum + library.documentFrequency(each), 0)
  }
  const weigh = (term: string) => {
    const weight = rarity(Math.min(passageCount, frequencyOf(term)), passageCount, 1)
    return isIntentTerm(term) ? INTENT * weight : weight
  }
  return new Map(Array.from(terms, (term) => [term, weigh(term)]))
}

/** The share of the question's weight that a set of terms holds: 0 to 1. */
export function coverage(held: Iterable<string>, weights: TermWeights): number {
  let all = 0
  for (const weight of weights.values()) all += weight
  return all > 0 ? weightOf(held instanceof Set ? held : new Set(held), weights) / all : 0
}

/** What two terms say by being together: as much as the lesser of them. */
export function weightOfPair({ one, other }: Pick<Pair, 'one' | 'other'>, weights: TermWeights): number {
  return Math.min(weights.get(one) ?? 0, weights.get(other) ?? 0)
}

/** What terms weigh together; one without a weight weighs nothing. */
export function weightOf(terms: Iterable<string>, weights: TermWeights): number {
  let sum = 0
  for (const term of terms) sum += weights.get(term) ?? 0
  return sum
}
