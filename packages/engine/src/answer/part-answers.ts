import type { Quotation } from '#evidence/ledger.ts'
import type { Run } from '#evidence/run.ts'
import { support } from '#evidence/support.ts'
import { isAnswered } from '#judge/answered.ts'
import { documentsToCite } from '#judge/documents-to-cite.ts'
import type { Judged } from '#judge/relevance.ts'
import type { Question } from '#question/question.ts'
import type { Budget } from '../budget.ts'
import { rankedLeads } from './leads.ts'
import { shownRules } from './passage-rules.ts'
import { shownPassage } from './shown-passage.ts'

/** One of the questions that were asked together, and what answers it. */
export interface PartAnswer {
  /** As it was asked. */
  written: string
  /** The passage that answers it; undefined where the sources do not. */
  passage: readonly Quotation[] | undefined
  /** The documents that it was sought in. */
  cited: readonly Judged[]
}

/** Answers each of the questions that were asked together by itself, from what was found for all of them. */
export function answerParts(run: Run, budget: Budget): PartAnswer[] {
  return run.question.asks.map(({ written, question }) => {
    const own: Run = { ...run, question }
    const cited = documentsToCite(own, budget)
    const isTold = isAnswered({ ...own, support: supportOf(question, cited) }, cited)
    if (!isTold) return { written, passage: undefined, cited }
    const rules = shownRules(question)
    const [lead] = rankedLeads(own, { cited, chosen: [] })
    return { written, passage: lead && shownPassage(lead.evidence, rules), cited }
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
