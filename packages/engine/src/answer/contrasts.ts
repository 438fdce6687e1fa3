import { differs } from '#cite/contrast.ts'
import type { Evidence } from '#evidence/ledger.ts'
import { coverage, type TermWeights } from '#question/weights.ts'
import { plain } from './heading.ts'
import { isUnderHeading } from './sections.ts'

/** A sentence that holds less of the question says nothing of it that another could contradict: the share by weight. */
const ON_THE_MATTER = 0.6
/** More disagreements bury the answer. */
const MOST = 4

/**
 * Pairs of sentences that contradict each other: one that the answer quotes, and one of another document that speaks of
 * as much of the question and says otherwise. Of what the answer begins with all that say otherwise, one of each document.
 */
export function contrastsOf(
  weights: TermWeights,
  lead: Evidence,
  chosen: readonly Evidence[],
  read: readonly Evidence[],
): [Evidence, Evidence][] {
  const found: [Evidence, Evidence][] = []
  for (const item of [lead, ...chosen.filter((each) => each !== lead)]) {
    if (coverage(item.covers, weights) < ON_THE_MATTER) continue
    for (const other of read) {
      if (found.length >= MOST) return found
      const speaksOfAsMuch = [...item.covers].every((term) => other.covers.has(term))
      const isSaid = found.flat().some(({ document }) => document.id === other.document.id)
      if (speaksOfAsMuch && !isSaid && areOfSame(item, other) && differs(item, other)) found.push([item, other])
    }
  }
  return found
}

/** Whether two sentences are of the same as far as headings tell: what stands in a section is said of what that is on. */
function areOfSame(one: Evidence, other: Evidence): boolean {
  if (!isUnderHeading(one) && !isUnderHeading(other)) return true
  const [mine, theirs] = [one, other].map(({ block }) => plain(block?.path.at(-1) ?? ''))
  return mine === theirs
}
