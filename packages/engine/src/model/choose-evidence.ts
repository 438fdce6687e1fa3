import type { Evidence } from '#evidence/ledger.ts'
import type { Judged } from '#judge/relevance.ts'
import { coverage, type TermWeights } from '#question/weights.ts'
import type { Budget } from '../budget.ts'

// In log-odds: a sentence that brings all that is still missing is some 25 times likelier to be needed than one that
// brings nothing, and one that only repeats another as much less likely.
const NOVELTY = 3.2
// So much less than a document's best, in log-odds: fifty times less likely to be what matters.
const WORTH_SAYING = 4

/** The share of the shorter sentence that both say, but for the question's terms: that both hold these is no repetition. */
function repetition(a: Evidence, b: Evidence): number {
  const [fewer, more] = a.terms.size <= b.terms.size ? [a.terms, b.terms] : [b.terms, a.terms]
  let shared = 0
  for (const term of fewer) if (more.has(term) && !a.covers.has(term)) shared += 1
  const smaller = Math.min(a.terms.size - a.covers.size, b.terms.size - b.covers.size)
  return smaller > 0 ? shared / smaller : 0
}

/** What is chosen so far, and the worth of what could be added. */
class Selection {
  readonly chosen: Evidence[] = []
  /** How much a sentence repeats of the first so many that were chosen. */
  readonly #repeats = new Map<Evidence, { most: number; of: number }>()
  readonly #covered = new Set<string>()
  readonly #weights: TermWeights

  constructor(weights: TermWeights) {
    this.#weights = weights
  }

  add(evidence: Evidence): void {
    this.chosen.push(evidence)
    for (const term of evidence.covers) this.#covered.add(term)
  }

  /** Its score, more for terms of the question that are new, less for repeating. */
  worth(evidence: Evidence): number {
    const fresh = coverage(evidence.covers.difference(this.#covered), this.#weights)
    return evidence.worth + NOVELTY * (fresh - this.#repetition(evidence))
  }

  #repetition(evidence: Evidence): number {
    const known = this.#repeats.get(evidence) ?? { most: 0, of: 0 }
    this.#repeats.set(evidence, known)
    for (; known.of < this.chosen.length; known.of += 1) {
      const other = this.chosen[known.of]
      if (other) known.most = Math.max(known.most, repetition(evidence, other))
    }
    return known.most
  }

  /** The worthiest of some, where it is worth at least `least`. */
  best(among: readonly Evidence[], least = Number.NEGATIVE_INFINITY): Evidence | undefined {
    let top: { evidence: Evidence; worth: number } | undefined
    for (const evidence of among) {
      if (this.chosen.includes(evidence)) continue
      const worth = this.worth(evidence)
      if (worth >= least && (!top || worth > top.worth)) top = { evidence, worth }
    }
    return top?.evidence
  }
}

/**
 * Chooses the sentences of an answer: the best of each document, then in turns the next best, more of the documents
 * that are likelier needed, never the same thing twice and nothing much weaker than a document's best.
 */
export function chooseEvidence(
  documents: readonly Judged[],
  weights: TermWeights,
  budget: Pick<Budget, 'sentences' | 'sentencesADocument'>,
): Evidence[] {
  const selection = new Selection(weights)
  const shares = documents.map(({ candidate: { evidence }, probability }) => ({
    evidence,
    // All that the budget allows of a document that is certain to be needed; of others fewer.
    allowed: 1 + Math.round((budget.sentencesADocument - 1) * Math.sqrt(probability)),
    least: Math.max(...evidence.map(({ worth }) => worth)) - WORTH_SAYING,
  }))
  for (let turn = 1; turn <= budget.sentencesADocument; turn += 1) {
    for (const { evidence, allowed, least } of shares) {
      if (turn > allowed || selection.chosen.length >= budget.sentences) continue
      const next = selection.best(evidence, turn === 1 ? undefined : least)
      if (next) selection.add(next)
    }
  }
  return selection.chosen
}
