import type { Evidence } from '#evidence/ledger.ts'
import type { Run } from '#evidence/run.ts'
import { documentsToCite } from '#judge/documents-to-cite.ts'
import type { Budget } from '../budget.ts'
import { chooseEvidence } from './choose-evidence.ts'

/** Sentences of each: a fact, and what surrounds it. */
const OF_EACH = 2

/** The best sentences of the documents that an answer without a model would cite, but for those that `known` is of. */
export function neededEvidence(run: Run, budget: Budget, known: readonly Pick<Evidence, 'document'>[]): Evidence[] {
  const ids = new Set(known.map(({ document }) => document.id))
  const lacking = documentsToCite(run, budget).filter(({ candidate }) => !ids.has(candidate.document.id))
  return chooseEvidence(lacking, run.question.weights, { ...budget, sentencesADocument: OF_EACH })
}
