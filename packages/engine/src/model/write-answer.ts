import type { Evidence } from '#evidence/ledger.ts'
import { isAnswered } from '#judge/answered.ts'
import type { Writing } from '../assistant.ts'
import { answerEvents } from '../narrate.ts'
import type { EngineEvent } from '../types.ts'
import { evidenceToShow } from './evidence-to-show.ts'
import { detailOf, ModelFailure, reasonOf } from './failure.ts'
import { readDrafts } from './read-drafts.ts'
import { writingCall } from './write-draft.ts'
import { WrittenAnswer, type WrittenParts } from './written-answer.ts'

export interface WriteParts extends WrittenParts {
  quote: Writing['quote']
  contextTokens: number
  /** Milliseconds that are left for the answer. */
  ms: number
  /** Whether the model found that the evidence answers the question. */
  satisfied: boolean
  /** What was noted of the sources: it is shown before all else. */
  noted: readonly Evidence[]
}

/**
 * How many sentences of evidence a model sees for each sentence that it may write, because it chooses better than we
 * can for it.
 */
const EVIDENCE_A_SENTENCE = 3
/** Documents shown beyond those that the answer may cite: the model judges them better than the embedded engine. */
const MORE_DOCUMENTS = 2

/**
 * Has the model write the answer sentence by sentence and checks each before it is streamed; quotations make up the
 * rest.
 */
export async function* writeAnswer(parts: WriteParts): AsyncGenerator<EngineEvent, void> {
  const { run, budget, use, quote, degradation } = parts
  const most = EVIDENCE_A_SENTENCE * budget.sentences
  const found = evidenceToShow(run, {
    documents: budget.documents + MORE_DOCUMENTS,
    sentences: most,
    sentencesADocument: 2 * budget.sentencesADocument,
  })
  const evidence = withNoted(parts.noted, found.evidence).slice(0, most)
  const answered = isAnswered(run, found.likely)
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

/** What was noted, then what else was found; the same sentence once. */
function withNoted(noted: readonly Evidence[], found: readonly Evidence[]): Evidence[] {
  const isNoted = (one: Evidence) =>
    noted.some(({ document, start }) => document.id === one.document.id && start === one.start)
  return [...noted, ...found.filter((one) => !isNoted(one))]
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
  const inTime = AbortSignal.any([signal, deadline])
  const call = writingCall({
    question: run.question.text,
    evidence: answer.evidence,
    sentences: budget.sentences,
    form: run.question.form,
    contextTokens,
    written: attempt > 0 ? answer.written : '',
  })
  const pieces = use.models.write({ ...call, role: 'smart', signal: inTime, onUsage: use.onUsage('answer') })
  for await (const event of readDrafts(pieces)) {
    signal.throwIfAborted()
    if ('failure' in event)
      return deadline.aborted ? new ModelFailure('timeout', 'took longer than the budget') : event.failure
    if ('restart' in event) answer.forget()
    else yield* answerEvents(await answer.take(event.draft))
    if (answer.full) return undefined
  }
  return undefined
}
