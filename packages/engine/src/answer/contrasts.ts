import { differs } from '#cite/contrast.ts'
import type { Evidence } from '#evidence/ledger.ts'

/** More than two disagreements bury the answer. */
const MOST = 2

/**
 * Pairs of sentences that contradict each other: one that the answer quotes, and one of another document that speaks of
 * as much of the question and says otherwise.
 */
export function contrastsOf(
  lead: Evidence,
  chosen: readonly Evidence[],
  read: readonly Evidence[],
): [Evidence, Evidence][] {
  const found: [Evidence, Evidence][] = []
  for (const item of [lead, ...chosen.filter((each) => each !== lead)]) {
    if (found.length >= MOST || item.covers.size === 0) break
    const other = read.find((each) => {
      const speaksOfAsMuch = [...item.covers].every((term) => each.covers.has(term))
      return speaksOfAsMuch && !found.flat().includes(each) && differs(item, each)
    })
    if (other) found.push([item, other])
  }
  return found
}
