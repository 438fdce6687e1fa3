import { chooseEvidence } from '#answer/choose-evidence.ts'
import { originalsOf } from '#cite/originality.ts'
import { type Evidence, follows } from '#evidence/ledger.ts'
import type { Run } from '#evidence/run.ts'
import { ThoughtFilter } from '#guard/thoughts.ts'
import { isAnswered } from '#judge/answered.ts'
import { type Judged, judge } from '#judge/relevance.ts'
import type { Writing } from '../assistant.ts'
import type { Budget } from '../budget.ts'
import { answerEvents } from '../narrate.ts'
import type { EngineEvent } from '../types.ts'
import { DraftParser } from './draft-parser.ts'
import { detailOf, ModelFailure, reasonOf } from './failure.ts'
import { writingCall } from './write-draft.ts'
import { WrittenAnswer, type WrittenParts } from './written-answer.ts'

export interface WriteParts extends WrittenParts {
  quote: Writing['quote']
  contextTokens: number
  /** Milliseconds that are left for the answer. */
  ms: number
  /** Whether the model found that the evidence answers the question. */
  satisfied: boolean
}

/**
 * How many sentences of evidence a model sees for each sentence that it may write, because it chooses better than we
 * can for it.
 */
const EVIDENCE_A_SENTENCE = 3
/** Documents shown beyond those that the answer may cite: the model judges them better than the embedded engine. */
const MORE_DOCUMENTS = 2

/** The evidence to write from: the best sentences of the likeliest documents, copies left out; and whether it answers. */
function evidenceFor(run: Run, budget: Budget): { evidence: Evidence[]; answered: boolean } {
  const readable = run.ledger.ranked().filter(({ evidence }) => evidence.length > 0)
  const likely = judge(readable, run.question, run.heads).slice(0, budget.documents + MORE_DOCUMENTS)
  const originals = originalsOf(likely.map(({ candidate }) => candidate.document))
  const documents = likely.filter(({ candidate }) => originals.has(candidate.document))
  const most = EVIDENCE_A_SENTENCE * budget.sentences
  const chosen = chooseEvidence(documents, run.question.weights, {
    sentences: most,
    sentencesADocument: 2 * budget.sentencesADocument,
  })
  return {
    evidence: withNeighbours(chosen, documents).slice(0, most),
    answered: isAnswered(run, likely),
  }
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

/**
 * Has the model write the answer sentence by sentence and checks each before it is streamed; quotations make up the
 * rest.
 */
export async function* writeAnswer(parts: WriteParts): AsyncGenerator<EngineEvent, void> {
  const { run, budget, use, quote, degradation } = parts
  const { evidence, answered } = evidenceFor(run, budget)
  if (evidence.length === 0) return yield* answerEvents(quote())
  if (!use.ready('smart', false)) {
    yield* degradation.note('write', 'the model was no help before, or its budget is used up')
    return yield* answerEvents(quote())
  }
  const answer = new WrittenAnswer(parts, evidence, parts.satisfied || answered)
  const deadline = AbortSignal.timeout(Math.ceil(parts.ms))
  let failure: unknown
  for (let attempt = 0; attempt < 2 && !answer.full; attempt += 1) {
    failure = yield* attemptWriting(parts, answer, { attempt, deadline })
    if (failure === undefined || deadline.aborted || !worthGoingOn(failure, answer)) break
  }
  if (failure !== undefined) use.failed('smart', failure)
  if (answer.abstained) return yield* answerEvents(quote({ answered: false }))
  if (failure === undefined && answer.cited.length > 0) return
  const reason = failure === undefined ? 'the model cited nothing of the evidence' : reasonOf(failure)
  yield* degradation.note('write', reason, failure === undefined ? reason : detailOf(failure))
  yield* answerEvents(quote({ said: answer.cited, ...(answer.answered && { answered: true }) }))
}

/**
 * Whether another attempt is worthwhile: a text that broke off is continued once, and evidence that was too long is cut
 * once.
 */
function worthGoingOn(failure: unknown, answer: WrittenAnswer): boolean {
  if (!(failure instanceof ModelFailure)) return false
  if (failure.reason === 'context') {
    answer.shrink()
    return true
  }
  return failure.reason === 'cut' || (failure.reason === 'timeout' && answer.written !== '')
}

async function* attemptWriting(
  parts: WriteParts,
  answer: WrittenAnswer,
  { attempt, deadline }: { attempt: number; deadline: AbortSignal },
): AsyncGenerator<EngineEvent, unknown> {
  const { use, signal, run, budget, contextTokens } = parts
  let parser = new DraftParser()
  const thoughts = new ThoughtFilter()
  try {
    const call = writingCall({
      question: run.question.text,
      evidence: answer.evidence,
      sentences: budget.sentences,
      contextTokens,
      written: attempt > 0 ? answer.written : '',
    })
    const inTime = AbortSignal.any([signal, deadline])
    const pieces = use.models.write({ ...call, role: 'smart', signal: inTime, onUsage: use.onUsage('answer') })
    for await (const piece of pieces) {
      const { said, restart } = thoughts.push(piece)
      if (restart) {
        parser = new DraftParser()
        answer.forget()
      }
      for (const draft of parser.push(said)) yield* answerEvents(await answer.take(draft))
      if (answer.full) return undefined
    }
    const rest = parser.push(thoughts.end())
    for (const draft of [...rest, ...parser.end(true)]) yield* answerEvents(await answer.take(draft))
    return undefined
  } catch (error) {
    signal.throwIfAborted()
    for (const draft of parser.end(false)) yield* answerEvents(await answer.take(draft))
    return deadline.aborted ? new ModelFailure('timeout', 'took longer than the budget') : error
  }
}
