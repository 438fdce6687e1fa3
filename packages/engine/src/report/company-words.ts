import type { CollectedNote } from './collected-notes.ts'

/** So many words keep company with a subject; the rest of them stand in any text. */
const MOST = 12

/**
 * Which words are written where the subject is spoken of, and less often elsewhere in what was read: tells what share of
 * them a sentence holds, 0 to 1. What sources say most often of a subject is what there is to say of it.
 * `bearing`: how much of the subject each note holds; `asked`: words of the question, which every source writes.
 */
export function companyHeld(
  bearing: ReadonlyMap<CollectedNote, number>,
  asked: ReadonlySet<string>,
): (note: CollectedNote) => number {
  const near = new Map<string, number>()
  const counts = new Map<string, number>()
  let all = 0
  for (const [{ evidence }, share] of bearing) {
    all += share ** 2
    for (const term of evidence.terms) {
      if (asked.has(term)) continue
      near.set(term, (near.get(term) ?? 0) + share ** 2)
      counts.set(term, (counts.get(term) ?? 0) + 1)
    }
  }
  const weights = new Map<string, number>()
  for (const [term, held] of near) {
    const count = counts.get(term) ?? 0
    const expected = (count + 1) / (bearing.size + 1)
    const share = all > 0 ? held / all : 0
    if (count > 1 && share > expected) weights.set(term, share * Math.log(share / expected))
  }
  const heaviest = [...weights.values()].toSorted((a, b) => b - a).slice(0, MOST)
  const most = heaviest.reduce((sum, weight) => sum + weight, 0)
  return ({ evidence }) => {
    let held = 0
    for (const term of evidence.terms) held += weights.get(term) ?? 0
    return most > 0 ? Math.min(1, held / most) : 0
  }
}
