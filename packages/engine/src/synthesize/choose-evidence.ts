import type { Candidate, Evidence } from '../ledger.ts'

/** How much an answer may hold. */
export interface AnswerBudget {
  sentences: number
  documents: number
  sentencesADocument: number
}

const STRONG_ENOUGH = 0.55
const NEW_TERMS = 0.4
const REPETITION = 0.8
const ANOTHER_OF_A_DOCUMENT = 0.08
const WORTH_SAYING = 0.4
const SAME = 0.75

function similarity(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0
  for (const term of a) if (b.has(term)) shared += 1
  const smaller = Math.min(a.size, b.size)
  return smaller > 0 ? shared / smaller : 0
}

/** The documents worth citing: those nearly as strong as the strongest. */
export function chooseDocuments(ranked: readonly Candidate[], budget: AnswerBudget): Candidate[] {
  const readable = ranked.filter(({ evidence }) => evidence.length > 0)
  const best = readable[0]?.score ?? 0
  return readable.filter(({ score }) => score >= STRONG_ENOUGH * best).slice(0, budget.documents)
}

/**
 * Chooses the sentences of an answer: the best of each document first, then what adds most that is new, never the
 * same thing twice, until nothing worth saying is left or the budget is used.
 */
export function chooseEvidence(
  documents: readonly Candidate[],
  weights: ReadonlyMap<string, number>,
  budget: AnswerBudget,
): Evidence[] {
  const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0) || 1
  const strength = new Map(documents.map(({ document, score }) => [document.id, score]))
  const pool = documents.flatMap(({ evidence }) => evidence)
  const chosen: Evidence[] = []
  const covered = new Set<string>()
  const perDocument = new Map<string, number>()
  const take = (evidence: Evidence) => {
    chosen.push(evidence)
    perDocument.set(evidence.document.id, (perDocument.get(evidence.document.id) ?? 0) + 1)
    for (const term of evidence.covers) covered.add(term)
  }
  const value = (evidence: Evidence): number => {
    const count = perDocument.get(evidence.document.id) ?? 0
    if (count >= budget.sentencesADocument || chosen.includes(evidence)) return Number.NEGATIVE_INFINITY
    const closest = Math.max(0, ...chosen.map((other) => similarity(evidence.terms, other.terms)))
    if (closest >= SAME) return Number.NEGATIVE_INFINITY
    let fresh = 0
    for (const term of evidence.covers) if (!covered.has(term)) fresh += weights.get(term) ?? 0
    return (
      evidence.score * (strength.get(evidence.document.id) ?? 0) +
      (NEW_TERMS * fresh) / total -
      REPETITION * closest * 0.5 -
      ANOTHER_OF_A_DOCUMENT * count
    )
  }
  const best = (among: readonly Evidence[]) => {
    let top: { evidence: Evidence; value: number } | undefined
    for (const evidence of among) {
      const worth = value(evidence)
      if (Number.isFinite(worth) && (!top || worth > top.value)) top = { evidence, value: worth }
    }
    return top
  }
  for (const { evidence } of documents) {
    const first = chosen.length < budget.sentences ? best(evidence) : undefined
    if (first) take(first.evidence)
  }
  const standard = Math.max(0, ...chosen.map(({ score }) => score))
  while (chosen.length < budget.sentences) {
    const next = best(pool)
    if (!next || next.value < WORTH_SAYING * standard) break
    take(next.evidence)
  }
  return chosen
}
