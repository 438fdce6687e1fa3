// The values that FTS5's own `bm25` has, which are those of most search engines.
/** How soon a repeated term counts no more: a second mention says more than none, a tenth little more than a ninth. */
export const K1 = 1.2
/** How much a text's length counts. */
export const B = 0.75
/** FTS5's floor: a term that stands in most texts still counts for a little. */
const LEAST_RARITY = 1e-6

/**
 * The inverse document frequency of a term that stands in so many of all texts; the most that any has where none holds it.
 * `floor` is added to its odds: with 1 common terms are still told apart, with 0 those of more than half of the texts are not.
 * A frequency may have been counted when there were more texts.
 */
export function rarity(frequency: number, texts: number, floor: 0 | 1): number {
  return Math.max(LEAST_RARITY, Math.log(floor + (Math.max(0, texts - frequency) + 0.5) / (frequency + 0.5)))
}

/** What a term adds to the BM25 of a text that holds it so many times. Lengths are in terms; by default none counts. */
export function termScore(rarity: number, times: number, length = 1, averageLength = 1): number {
  return (rarity * times * (K1 + 1)) / (times + K1 * (1 - B + (B * length) / averageLength))
}
