import type { Evidence } from '#evidence/ledger.ts'
import { namesSubject } from './attribution.ts'
import { pointsBack } from './opening.ts'

const LONGEST = 280
const MOST = 4

/**
 * Adds, before chosen sentences that open with "he" or "these", the sentence that stands before them in the source,
 * where neither it nor the name of the source is there to say who is meant. Short ones only, and few.
 */
export function withAntecedents(chosen: readonly Evidence[], read: readonly Evidence[]): Evidence[] {
  const all = [...chosen]
  let added = 0
  for (const item of chosen) {
    if (added >= MOST || !pointsBack(item.quote) || namesSubject(item.document)) continue
    const before = read.find(
      ({ document, end }) => document.id === item.document.id && end <= item.start && item.start - end <= 2,
    )
    if (!before || all.includes(before) || before.quote.length > LONGEST || pointsBack(before.quote)) continue
    all.push(before)
    added += 1
  }
  return all
}
