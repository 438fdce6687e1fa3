import { type Heads, logOdds, probabilityOf } from '#evidence/head.ts'
import type { Candidate } from '#evidence/ledger.ts'
import { documentFeatures, type Standards } from './document-features.ts'

/** A candidate, and how likely it holds something that the answer needs. */
export interface Judged {
  candidate: Candidate
  /** 0 to 1, calibrated: of a hundred candidates at 0.3 about thirty do. */
  probability: number
}

/** Judges candidates beside each other; the likeliest first. */
export function judge(candidates: readonly Candidate[], standards: Standards, { document }: Heads): Judged[] {
  const features = documentFeatures(candidates, standards)
  const judged = candidates.map((candidate, i) => {
    return { candidate, probability: probabilityOf(logOdds(document, features[i] ?? {})) }
  })
  return judged.sort(
    (a, b) => b.probability - a.probability || (a.candidate.document.id < b.candidate.document.id ? -1 : 1),
  )
}

/**
 * How many of judged candidates to cite: as many as make the expected F-measure greatest, which weighs finding all that
 * is needed `recallWeight` times as much as citing nothing else. At least 1, at most `most`.
 */
export function worthCiting<Item extends { probability: number }>(
  judged: readonly Item[],
  recallWeight: number,
  most: number,
): Item[] {
  const needed = judged.reduce((sum, { probability }) => sum + probability, 0)
  const square = recallWeight ** 2
  let best = { count: 1, value: 0 }
  let expected = 0
  judged.slice(0, most).forEach(({ probability }, i) => {
    expected += probability
    const value = ((1 + square) * expected) / (i + 1 + square * Math.max(1, needed))
    if (value > best.value) best = { count: i + 1, value }
  })
  return judged.slice(0, best.count)
}
