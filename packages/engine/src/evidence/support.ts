import { termScore } from '#language/bm25.ts'
import { FEWEST_TERMS, type KnownTerm } from '#language/terms.ts'
import type { TermWeights } from '#question/weights.ts'

/**
 * How much of a question one passage covers, its title before it: its BM25 score without the length, divided by that of
 * a text with each term once: 0 where no term is there, 1 where each is there once, more where they are repeated. Of
 * all that was tried, it tells best whether a collection contains an answer at all.
 */
export function support(passage: readonly KnownTerm[], weights: TermWeights, title: readonly KnownTerm[] = []): number {
  const counts = new Map<string, number>()
  for (const all of [title, passage]) {
    for (const { term } of all) if (weights.has(term)) counts.set(term, (counts.get(term) ?? 0) + 1)
  }
  let held = 0
  let all = 0
  for (const [term, weight] of weights) {
    held += termScore(weight, counts.get(term) ?? 0)
    all += weight
  }
  return all > 0 ? held / all : 0
}

/**
 * A passage rarely covers all of a long question, so the support that it needs falls with the number of terms: from
 * `FLOOR` and `SHORT_QUESTION` together to the floor alone, most of the way within `DECAY` terms.
 */
const FLOOR = 0.27
const SHORT_QUESTION = 0.38
const DECAY = 8

/** Whether a passage with this support bears on a question of so many terms. */
export function bearsOn(support: number, terms: number): boolean {
  return support >= FLOOR + SHORT_QUESTION * Math.exp(-Math.max(0, terms - FEWEST_TERMS) / DECAY)
}
