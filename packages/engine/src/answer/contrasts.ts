import { differs } from '#cite/contrast.ts'
import type { Evidence } from '#evidence/ledger.ts'
import { coverage } from '#question/weights.ts'

/** A sentence that holds less of the question says nothing of it that another could contradict: the share by weight. */
const ON_THE_MATTER = 0.6
/** More than two disagreements bury the answer. */
const MOST = 2

/**
 * Pairs of sentences that contradict each other: one that the answer quotes, and one of another document that speaks of
 * as much of the question and says otherwise.
 */
export function contrastsOf(
  weights: ReadonlyMap<string, number>,
  lead: Evidence,
  chosen: readonly Evidence[],
  read: readonly Evidence[],
): [Evidence, Evidence][] {
  const found: [Evidence, Evidence][] = []
  for (const item of [lead, ...chosen.filter((each) => each !== lead)]) {
    if (found.length >= MOST) break
    if (coverage(item.covers, weights) < ON_THE_MATTER) continue
    const other = read.find((each) => {
      const speaksOfAsMuch = [...item.covers].every((term) => each.covers.has(term))
      return speaksOfAsMuch && !found.flat().includes(each) && differs(item, each)
    })
    if (other) found.push([item, other])
  }
  return found
}
