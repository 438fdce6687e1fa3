/** The share of the question's weight that a set of terms holds: 0 to 1. */
export function coverage(held: Iterable<string>, weights: ReadonlyMap<string, number>): number {
  let all = 0
  for (const weight of weights.values()) all += weight
  let sum = 0
  for (const term of new Set(held)) sum += weights.get(term) ?? 0
  return all > 0 ? sum / all : 0
}
