// The values that FTS5's own `bm25` has, which are those of most search engines.
/** How soon a repeated term counts no more. */
export const K1 = 1.2
/** How much a passage's length counts. */
export const B = 0.75
/** FTS5's floor: a term that stands in most passages still counts for a little. */
const LEAST_RARITY = 1e-6

/** The inverse document frequency of a term that stands in so many of all passages. */
export function rarity(frequency: number, passages: number): number {
  return Math.max(LEAST_RARITY, Math.log((passages - frequency + 0.5) / (frequency + 0.5)))
}

/** What a term adds to the BM25 of a passage that holds it so many times. Lengths are in terms. */
export function termScore(rarity: number, times: number, length: number, averageLength: number): number {
  return (rarity * times * (K1 + 1)) / (times + K1 * (1 - B + (B * length) / averageLength))
}
