import type { Evidence } from '#evidence/ledger.ts'
import type { Run } from '#evidence/run.ts'
import { documentsToCite } from '#judge/documents-to-cite.ts'
import type { Judged } from '#judge/relevance.ts'
import type { Budget } from '../budget.ts'
import { chooseEvidence } from './choose-evidence.ts'
import { type Lead, leadCandidates, rankLeads } from './lead.ts'
import { leadFeatures } from './lead-features.ts'
import { passageRules } from './passage-rules.ts'
import { withoutHeaders } from './table-passage.ts'

/** What the sentences that may open an answer are ranked among. */
export interface LeadsAmong {
  cited: readonly Judged[]
  /** What the answer says in any case. */
  chosen: readonly Evidence[]
  /** Default: each may open it. */
  mayLead?: (evidence: Evidence) => boolean
}

/** Sentences of the documents to cite by how well each would open the answer, the best first. */
export function rankedLeads({ question, heads }: Run, { cited, chosen, mayLead = () => true }: LeadsAmong): Lead[] {
  const candidates = leadCandidates(question, cited.map(withoutHeaders), heads).filter(mayLead)
  return rankLeads(candidates, leadFeatures({ question, cited, chosen, ...passageRules(question) }), heads)
}

/** The same for a whole run. */
export function leadsOf(run: Run, budget: Budget): Lead[] {
  const cited = documentsToCite(run, budget)
  const chosen = chooseEvidence(cited.map(withoutHeaders), run.question.weights, budget)
  return rankedLeads(run, { cited, chosen })
}
