import { FEWEST_TERMS, type Term } from '#language/terms.ts'

/** Saturation of repeated terms, BM25's usual one: a second mention says more than none, a tenth little more than a ninth. */
const SATURATION = 1.2

/**
 * How much of what a question asks one passage, its title before it, speaks of: its BM25 without length, over the most that single mentions
 * of all terms could give. 0 for none; about 1 where every term is there; more where they are repeated. Of all that was
 * tried, it tells best whether a collection holds an answer at all.
 */
export function support(passage: readonly Term[], weights: ReadonlyMap<string, number>): number {
  const counts = new Map<string, number>()
  for (const { term } of passage) {
    if (weights.has(term)) counts.set(term, (counts.get(term) ?? 0) + 1)
  }
  let held = 0
  let all = 0
  for (const [term, weight] of weights) {
    const count = counts.get(term) ?? 0
    held += (weight * count * (SATURATION + 1)) / (count + SATURATION)
    all += weight
  }
  return all > 0 ? held / all : 0
}

/**
 * A passage rarely speaks of all that a long question names: the standard falls with its length, to a floor. A question
 * of the fewest words that say something has the full standard, and `DECAY` words more bring it most of the way down.
 */
const FLOOR = 0.27
const SHORT_QUESTION = 0.38
const DECAY = 8

/** Whether a passage with this support bears on a question of so many terms. */
export function bearsOn(support: number, terms: number): boolean {
  return support >= FLOOR + SHORT_QUESTION * Math.exp(-Math.max(0, terms - FEWEST_TERMS) / DECAY)
}
