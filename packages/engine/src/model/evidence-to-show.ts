import { type Evidence, follows } from '#evidence/ledger.ts'
import type { Run } from '#evidence/run.ts'
import { type Judged, judge } from '#judge/relevance.ts'
import type { Budget } from '../budget.ts'
import { chooseEvidence } from './choose-evidence.ts'

/**
 * The best sentences of the likeliest documents of a run, and these documents.
 */
export function evidenceToShow(
  run: Run,
  most: Pick<Budget, 'documents' | 'sentences' | 'sentencesADocument'>,
): { evidence: Evidence[]; likely: Judged[] } {
  const readable = run.ledger.ranked().filter(({ evidence }) => evidence.length > 0)
  const likely = judge(readable, run.question, run.heads).slice(0, most.documents)
  const chosen = chooseEvidence(likely, run.question.weights, most)
  return { evidence: withNeighbours(chosen, likely).slice(0, most.sentences), likely }
}

/** The chosen sentences, and after them those beside them: without them a "she" or a "there" means nothing. */
function withNeighbours(chosen: readonly Evidence[], documents: readonly Judged[]): Evidence[] {
  const shown = new Set(chosen)
  for (const { candidate } of documents) {
    const inOrder = [...candidate.evidence].sort((a, b) => a.start - b.start)
    for (const [i, one] of inOrder.entries()) {
      const beside = [inOrder[i - 1], inOrder[i + 1]].filter((other) => other !== undefined)
      if (beside.some((other) => chosen.includes(other) && (follows(one, other) || follows(other, one)))) shown.add(one)
    }
  }
  return [...shown]
}
