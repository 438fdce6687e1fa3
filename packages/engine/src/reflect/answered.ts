// A passage rarely speaks of all that a long question names: the standard falls with its length, to a floor.
const FLOOR = 0.27
const SHORT_QUESTION = 0.38
const SHORT_TERMS = 3
const DECAY = 8

/**
 * Whether a collection answers a question, judged by how much of it the best passage speaks of (`support`) and how
 * many terms it has. What is not answered is shown as close, and left unverified.
 */
export function isAnswered(support: number, terms: number): boolean {
  return support >= FLOOR + SHORT_QUESTION * Math.exp(-Math.max(0, terms - SHORT_TERMS) / DECAY)
}
