import type { Evidence } from '#evidence/ledger.ts'
import type { Run } from '#evidence/run.ts'
import { support } from '#evidence/support.ts'
import { isAnswered } from '#judge/answered.ts'
import { documentsToCite } from '#judge/documents-to-cite.ts'
import type { Judged } from '#judge/relevance.ts'
import type { Question } from '#question/question.ts'
import type { Budget } from '../budget.ts'
import { rankedLeads } from './leads.ts'

/** Of each of the questions that are asked together: how it is written, and what answers it; undefined where nothing does. */
export function partLeads(run: Run, budget: Budget): { written: string; lead: Evidence | undefined }[] {
  return run.question.asks.map(({ written, question }) => {
    const own: Run = { ...run, question }
    const cited = documentsToCite(own, budget)
    const isTold = isAnswered({ ...own, support: supportOf(question, cited) }, cited)
    return { written, lead: isTold ? rankedLeads(own, cited)[0]?.evidence : undefined }
  })
}

/** How much of a question the best passage speaks of. */
function supportOf({ goal, weights }: Question, cited: readonly Judged[]): number {
  const supports = cited.flatMap(({ candidate: { document, hits } }) => {
    const title = goal.terms(document.title)
    const terms = goal.termsOf(document)
    return hits.map(({ start, end }) => support(terms.between(start, end), weights, title))
  })
  return Math.max(0, ...supports)
}
