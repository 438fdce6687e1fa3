import { type Evidence, follows } from '#evidence/ledger.ts'
import type { Run } from '#evidence/run.ts'
import { type Judged, judge } from '#judge/relevance.ts'
import type { Budget } from '../budget.ts'

/** The best sentences of the likeliest documents of a run, and these documents. */
export function evidenceToShow(
  run: Run,
  most: Pick<Budget, 'documents' | 'sentences' | 'sentencesADocument'>,
): { evidence: Evidence[]; likely: Judged[] } {
  const readable = run.ledger.ranked().filter(({ evidence }) => evidence.length > 0)
  const likely = judge(readable, run.question, run.heads).slice(0, most.documents)
  const chosen = bestInTurns(likely, most)
  return { evidence: withNeighbours(chosen, likely).slice(0, most.sentences), likely }
}

/** The best sentence of each document, then the next best: all that it may have of one that is surely needed, of others fewer. */
export function bestInTurns(
  documents: readonly Judged[],
  { sentences, sentencesADocument }: Pick<Budget, 'sentences' | 'sentencesADocument'>,
): Evidence[] {
  const best = documents.map(({ candidate: { evidence }, probability }) => {
    const allowed = 1 + Math.round((sentencesADocument - 1) * Math.sqrt(probability))
    return evidence.toSorted((a, b) => b.worth - a.worth).slice(0, allowed)
  })
  const turns = Array.from({ length: sentencesADocument }, (_, turn) => best.flatMap((own) => own[turn] ?? []))
  return turns.flat().slice(0, sentences)
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
