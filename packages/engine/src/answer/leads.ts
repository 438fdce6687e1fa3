import { weigh } from '#evidence/head.ts'
import type { Evidence } from '#evidence/ledger.ts'
import type { Run } from '#evidence/run.ts'
import type { Judged } from '#judge/relevance.ts'
import { leadFeatures } from './lead-features.ts'
import { entryFit } from './lead-place.ts'
import { wantedBy } from './wanted.ts'

/** A sentence that is further down leads no answer to the questions of any set. */
const CANDIDATES = 30

/** A sentence that may lead. */
export interface Lead {
  evidence: Evidence
  /** Log-odds that the answer should open with the passage that it begins, comparable among those of one question. */
  odds: number
}

/** The likeliest of the sentences that may lead, by what is soon measured. */
export function leadCandidates(
  { question, heads }: Pick<Run, 'question' | 'heads'>,
  cited: readonly Judged[],
): Evidence[] {
  const fitOfEntry = entryFit(question)
  const all = cited.flatMap(({ candidate, probability }) =>
    candidate.evidence.filter(isNoHeader).map((evidence) => {
      const features = { worth: evidence.worth + evidence.score, document: probability, entry: fitOfEntry(evidence) }
      return { evidence, odds: weigh(heads.lead, features) }
    }),
  )
  const likeliest = all.sort((a, b) => b.odds - a.odds).slice(0, CANDIDATES)
  return likeliest.map(({ evidence }) => evidence)
}

/** The header of a table tells nothing without a row. */
const isNoHeader = ({ block }: Evidence) => block?.kind !== 'row' || block.number !== 0

/** Sentences of the documents to cite by how well each would open the answer, the best first. */
export function rankedLeads(run: Pick<Run, 'question' | 'heads'>, cited: readonly Judged[]): Lead[] {
  const featuresOf = leadFeatures(run.question, cited, wantedBy(run.question, cited))
  const leads = leadCandidates(run, cited).map((evidence) => ({
    evidence,
    odds: weigh(run.heads.lead, featuresOf(evidence)),
  }))
  return leads.sort((a, b) => b.odds - a.odds)
}
