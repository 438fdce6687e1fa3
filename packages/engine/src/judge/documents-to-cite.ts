import type { Run } from '#evidence/run.ts'
import { belongsTo, type Compared } from '#question/compared.ts'
import type { Question } from '#question/question.ts'
import { coverage } from '#question/weights.ts'
import type { Budget } from '../budget.ts'
import { type Judged, judge, worthCiting } from './relevance.ts'

/** The documents that are worth citing, the likeliest first; of each thing compared at least one if there is one. */
export function documentsToCite(run: Run, budget: Budget): Judged[] {
  const readable = run.ledger.ranked().filter(({ evidence }) => evidence.length > 0)
  const { question } = run
  const judged = ofNamed(question, judge(readable, question, run.heads))
  const cited = worthCiting(judged, recallWeightOf(question, judged, budget), budget.documents)
  for (const item of question.compared) {
    if (cited.some((each) => isOf(item, each))) continue
    const best = judged.find((each) => isOf(item, each))
    if (best) cited.push(best)
  }
  return cited
}

/** A document that covers this share of what the best one covers counts as about as good. */
const AS_MUCH = 0.7

/** Only documents of the sources and times that the question names, unless others support much more of it. */
function ofNamed({ named }: Question, judged: readonly Judged[]): readonly Judged[] {
  const own = judged.filter(({ candidate }) => named.has(candidate.document.id))
  const most = (all: readonly Judged[]) => Math.max(0, ...all.map(({ candidate }) => candidate.signals.support))
  if (own.length === 0) return judged
  return most(own) >= AS_MUCH * most(judged) ? own : judged
}

/**
 * The least recall weight for kinds of questions that several sources tell of, such as "why": their words are seldom
 * those of the question, so a level that cites few documents would leave out the one with the answer.
 */
const TOLD_BY_SEVERAL = 2.5

/** A document that holds less of a question, by weight, answers a part of it: the rest stands in others. */
const WHOLE = 0.6

function recallWeightOf({ kind, weights }: Question, [likeliest]: readonly Judged[], budget: Budget): number {
  const isWhole = likeliest !== undefined && coverage(likeliest.candidate.covers, weights) >= WHOLE
  const own = isWhole ? budget.recallWeight : budget.recallWeightOfParts
  return kind === 'how' || kind === 'open' ? Math.max(own, TOLD_BY_SEVERAL) : own
}

function isOf(item: Compared, { candidate }: Judged): boolean {
  return belongsTo(item, candidate.document.id, candidate.covers)
}
