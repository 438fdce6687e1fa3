import { originalsOf } from '#cite/originality.ts'
import type { Run } from '#evidence/run.ts'
import { belongsTo, type Compared } from '#question/compared.ts'
import { type Gathering, speakerOf } from '#question/gathering.ts'
import { KINDS } from '#question/kinds.ts'
import type { Question } from '#question/question.ts'
import { coverage } from '#question/weights.ts'
import type { Budget } from '../budget.ts'
import { type Judged, judge, withMissing, worthCiting } from './relevance.ts'

/** The documents that are worth citing, the likeliest first; of each thing compared at least one, where there is one. */
export function documentsToCite(run: Run, budget: Budget): Judged[] {
  const readable = run.ledger.ranked().filter(({ evidence }) => evidence.length > 0)
  const { question } = run
  const judged = ofNamed(question, judge(readable, question, run.heads))
  if (question.gathers) return ofEachBearer(question, judged, question.gathers).slice(0, budget.sentences)
  const toldBySeveral = KINDS[question.kind].toldBy === 'several'
  const recallWeight = Math.max(budget.recallWeight, toldBySeveral ? TOLD_BY_SEVERAL : 0)
  const likely = worthCiting(judged, recallWeight, budget.documents)
  const cited = withoutCopies(withMissing(likely, judged, question.weights, budget.documents))
  for (const item of question.compared) {
    if (cited.some((each) => isOf(item, each))) continue
    const best = judged.find((each) => isOf(item, each))
    if (best) cited.push(best)
  }
  return cited
}

/** What holds so much of what the best one holds, holds about as much. */
const AS_MUCH = 0.7

/** Of each author or publisher the likeliest document, where a sentence of it says about as much of the subject as any. */
function ofEachBearer({ weights }: Question, judged: readonly Judged[], of: Gathering['of']): Judged[] {
  const most = ({ candidate }: Judged) =>
    Math.max(0, ...candidate.evidence.map(({ covers }) => coverage(covers, weights)))
  const least = AS_MUCH * Math.max(0, ...judged.map(most))
  const seen = new Set<string>()
  return judged.filter((each) => {
    const bearer = speakerOf(each.candidate.document, of)
    return most(each) >= least && !seen.has(bearer) && seen.add(bearer)
  })
}

/** Only those whom and when the question names, unless others speak of much more of it. */
function ofNamed({ named }: Question, judged: readonly Judged[]): readonly Judged[] {
  const own = judged.filter(({ candidate }) => named.has(candidate.document.id))
  const most = (all: readonly Judged[]) => Math.max(0, ...all.map(({ candidate }) => candidate.signals.support))
  return own.length > 0 && most(own) >= AS_MUCH * most(judged) ? own : judged
}

/**
 * Reasons, manners and what belongs to a subject are told in other words than the question's, by one source or another:
 * a level that would rather leave out than cite too much still lets several tell of these.
 */
const TOLD_BY_SEVERAL = 2.5

function isOf(item: Compared, { candidate }: Judged): boolean {
  return belongsTo(item, candidate.document.id, candidate.covers)
}

/** Of documents that copy each other the most original alone: a copy corroborates nothing. */
function withoutCopies(cited: readonly Judged[]): Judged[] {
  const originals = originalsOf(cited.map(({ candidate }) => candidate.document))
  return cited.filter(({ candidate }) => originals.has(candidate.document))
}
