import { type Features, type Heads, weigh } from '#evidence/head.ts'
import type { Evidence } from '#evidence/ledger.ts'
import type { Judged } from '#judge/relevance.ts'
import { agreement, contentReader, headingFit } from '#question/agreement.ts'
import type { Question } from '#question/question.ts'
import { worthInEntry } from './entry-value.ts'
import { reasonIn } from './lead-features.ts'
import { plainTitle } from './lead-label.ts'
import { opensUnder } from './order-in-section.ts'

type FeaturesOf = (evidence: Evidence) => Features

/** A sentence that is further down leads no answer to the questions of any set. */
const CANDIDATES = 30

/** The sentences of the documents to cite that may lead, the likeliest first. */
export function leadCandidates(question: Question, cited: readonly Judged[], { lead }: Heads): Evidence[] {
  const { goal } = question
  const contentOf = contentReader(goal)
  const entryOf = (evidence: Evidence) => {
    return headingFit(opensUnder(evidence), (label) => agreement(contentOf(plainTitle(label)), goal.weights))
  }
  const worthOf = worthInEntry(question)
  const all = cited.flatMap(({ candidate, probability }) =>
    candidate.evidence.map((evidence) => {
      const worth = worthOf(evidence, candidate.evidence)
      const reason = reasonIn(question, evidence.quote)
      const features = { worth, document: probability, reason, entry: entryOf(evidence) }
      return { evidence, odds: weigh(lead, features) }
    }),
  )
  const likeliest = all.sort((a, b) => b.odds - a.odds).slice(0, CANDIDATES)
  return likeliest.map(({ evidence }) => evidence)
}

/** A sentence that may lead. */
export interface Lead {
  evidence: Evidence
  /** Log-odds that the answer should open with the passage that it begins, comparable among those of one question. */
  odds: number
}

/** Sentences by how well the passage that each begins would open the answer, the best first. */
export function rankLeads(candidates: readonly Evidence[], featuresOf: FeaturesOf, { lead }: Heads): Lead[] {
  const found = candidates.map((evidence) => ({ evidence, odds: weigh(lead, featuresOf(evidence)) }))
  return found.sort((a, b) => b.odds - a.odds)
}
