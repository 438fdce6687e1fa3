import { chooseEvidence } from '#answer/choose-evidence.ts'
import type { AnswerPart } from '#cite/assemble.ts'
import { attribute, type Stretch } from '#cite/attribute.ts'
import { groupCopies } from '#cite/originality.ts'
import { follows } from '#evidence/adjoin.ts'
import type { Evidence } from '#evidence/ledger.ts'
import type { Run } from '#evidence/run.ts'
import { askedIn, isAnswered } from '#judge/answered.ts'
import { judge } from '#judge/relevance.ts'
import { answerEvents } from '../answer-events.ts'
import type { Budget } from '../budget.ts'
import type { Writing } from '../companion.ts'
import type { Degradation } from '../degradation.ts'
import type { EngineEvent } from '../types.ts'
import { type Draft, DraftParser } from './draft-parser.ts'
import { detailOf, ModelFailure, reasonOf } from './failure.ts'
import { createGate, type Gate } from './gate.ts'
import { withHandles } from './handles.ts'
import { judgeClaim } from './judge-claim.ts'
import type { ModelUse } from './model-use.ts'
import { NOT_FOUND, writingCall, writingRules } from './write-draft.ts'

export interface WriteParts extends Writing {
  use: ModelUse
  budget: Budget
  degradation: Degradation
  signal: AbortSignal
  contextTokens: number
  /** Milliseconds that are left for the answer. */
  ms: number
  /** Whether claims that are not word for word are judged by a model. */
  judged: boolean
  /** Whether the model found that the evidence answers the question. */
  satisfied: boolean
  quarantined: () => readonly string[]
  /** Told of every sentence that states something without a citation. */
  onUncited: () => void
}

/** Milliseconds that a model gets for its answer, whatever is left. */
const LEAST_MS = 15_000
/** Evidence that a model is shown, for each sentence that it may write. */
const EVIDENCE_A_SENTENCE = 3
const MORE_DOCUMENTS = 2
/** Sentences that a model may write, for each that was asked for. */
const PATIENCE = 2
/** Sentences without a citation that are held until one with a citation follows. */
const MOST_HELD = 3

/** The evidence to write from: the best sentences of the likeliest documents, copies left out; and whether it answers. */
function evidenceFor(run: Run, budget: Budget): { evidence: Evidence[]; answered: boolean } {
  const readable = run.ledger.ranked().filter(({ evidence }) => evidence.length > 0)
  const likely = judge(readable, run.question, run.heads).slice(0, budget.documents + MORE_DOCUMENTS)
  const originals = new Set(
    groupCopies(likely.map(({ candidate }) => candidate.document)).map(({ canonical }) => canonical),
  )
  const documents = likely
    .filter(({ candidate }) => originals.has(candidate.document))
    .map(({ candidate: { evidence }, probability }) => ({ evidence, probability }))
  const most = EVIDENCE_A_SENTENCE * budget.sentences
  const chosen = chooseEvidence(documents, run.question.weights, {
    sentences: most,
    sentencesADocument: 2 * budget.sentencesADocument,
  })
  return {
    evidence: withNeighbours(chosen, documents).slice(0, most),
    answered: isAnswered(askedIn(run), likely, run.heads),
  }
}

/** The chosen sentences, and after them those beside them: without them a "she" or a "there" means nothing. */
function withNeighbours(
  chosen: readonly Evidence[],
  documents: readonly { evidence: readonly Evidence[] }[],
): Evidence[] {
  const shown = new Set(chosen)
  for (const { evidence } of documents) {
    const inOrder = [...evidence].sort((a, b) => a.start - b.start)
    for (const [i, one] of inOrder.entries()) {
      const beside = [inOrder[i - 1], inOrder[i + 1]].filter((other) => other !== undefined)
      if (beside.some((other) => chosen.includes(other) && (follows(one, other) || follows(other, one)))) shown.add(one)
    }
  }
  return [...shown]
}

/** Writes the answer by the model, sentence by sentence, each checked before it is told; the rest by quotations. */
export async function* writeAnswer(parts: WriteParts): AsyncGenerator<EngineEvent, void> {
  const { run, budget, use, twin, degradation } = parts
  const { evidence, answered } = evidenceFor(run, budget)
  if (evidence.length === 0) return yield* answerEvents(twin())
  if (!use.ready(false)) {
    yield* degradation.note('write', 'the model was no help before, or its budget is used up')
    return yield* answerEvents(twin())
  }
  const page = createPage(parts, evidence, parts.satisfied || answered)
  const deadline = AbortSignal.timeout(Math.ceil(Math.max(LEAST_MS, parts.ms)))
  let failure: unknown
  for (let attempt = 0; attempt < 2 && !page.full; attempt += 1) {
    failure = yield* attemptWriting(parts, page, { attempt, deadline })
    if (failure === undefined || deadline.aborted || !worthGoingOn(failure, page)) break
  }
  if (failure !== undefined) use.failed(failure)
  if (page.abstained) return yield* answerEvents(twin({ answered: false }))
  if (failure === undefined && page.cited.length > 0) return
  const reason = failure === undefined ? 'the model cited nothing of the evidence' : reasonOf(failure)
  yield* degradation.note('write', reason, failure === undefined ? reason : detailOf(failure))
  yield* answerEvents(twin({ said: page.cited, ...(page.answered && { answered: true }) }))
}

/** A text that broke off is gone on with once; evidence that was too long is cut once. */
function worthGoingOn(failure: unknown, page: Page): boolean {
  if (!(failure instanceof ModelFailure)) return false
  if (failure.reason === 'context') {
    page.shrink()
    return true
  }
  return (failure.reason === 'cut' || failure.reason === 'timeout') && page.written !== ''
}

async function* attemptWriting(
  parts: WriteParts,
  page: Page,
  { attempt, deadline }: { attempt: number; deadline: AbortSignal },
): AsyncGenerator<EngineEvent, unknown> {
  const { use, signal, run, budget, contextTokens } = parts
  const parser = new DraftParser()
  try {
    const call = writingCall({
      question: run.question.text,
      evidence: page.evidence,
      sentences: budget.sentences,
      contextTokens,
      ...(attempt > 0 && page.written !== '' && { written: page.written }),
    })
    const inTime = AbortSignal.any([signal, deadline])
    const pieces = use.models.write({ ...call, role: 'smart', signal: inTime, onUsage: use.onUsage('answer') })
    for await (const piece of pieces) {
      for (const draft of parser.push(piece)) yield* answerEvents(await page.take(draft))
      if (page.full) return undefined
    }
    for (const draft of parser.end(true)) yield* answerEvents(await page.take(draft))
    return undefined
  } catch (error) {
    signal.throwIfAborted()
    for (const draft of parser.end(false)) yield* answerEvents(await page.take(draft))
    return deadline.aborted ? new ModelFailure('timeout', 'took longer than the budget') : error
  }
}

/** An answer as it is being written. */
interface Page {
  readonly evidence: ReadonlyMap<string, Evidence>
  readonly cited: readonly Evidence[]
  readonly written: string
  readonly answered: boolean
  readonly abstained: boolean
  readonly full: boolean
  shrink(): void
  /** Gives the fragments that a draft adds to the answer. */
  take(draft: Draft): Promise<string[]>
}

const SHRUNK = 0.7

function createPage(parts: WriteParts, shown: readonly Evidence[], answered: boolean): Page {
  const { run, budget, assembler, onUncited } = parts
  let evidence = withHandles(shown)
  const unspeakable = () => [...writingRules(budget.sentences), ...parts.quarantined()]
  const gateNow = () => createGate({ question: run.question.text, byHandle: evidence, unspeakable })
  let gate: Gate = gateNow()
  const context = { questionTerms: new Set(run.question.terms) }
  const cited: Evidence[] = []
  let held: { gap: string; parts: AnswerPart[]; uncited: boolean }[] = []
  let written = ''
  let drafts = 0
  let abstained = false

  function put(gap: string, pieces: readonly AnswerPart[]): string[] {
    const space = /\n\s*\n/.test(gap) ? '\n\n' : gap.includes('\n') ? '\n' : ' '
    const all: AnswerPart[] = written === '' ? [...pieces] : [{ kind: 'text', text: space }, ...pieces]
    written += all.map(({ text }) => text).join('')
    return all.map((piece) => assembler.push(piece)).filter((fragment) => fragment !== '')
  }

  async function check(stretches: readonly Stretch[]) {
    const found = attribute(stretches, { evidence: shown, answers: answered, context })
    if (!parts.judged) return found
    const judged = await Promise.all(found.parts.map((part) => judgeOne(parts, part)))
    return { ...found, parts: judged }
  }

  return {
    get evidence() {
      return evidence
    },
    get written() {
      return written
    },
    get abstained() {
      return abstained
    },
    get full() {
      return drafts >= PATIENCE * budget.sentences || abstained
    },
    cited,
    answered,
    shrink() {
      evidence = withHandles(shown.slice(0, Math.ceil(SHRUNK * evidence.size)))
      gate = gateNow()
    },
    async take(draft) {
      if (cited.length === 0 && draft.text.startsWith(NOT_FOUND)) abstained = true
      drafts += 1
      if (abstained || drafts > PATIENCE * budget.sentences) return []
      const stretches = gate({ ...draft, text: draft.text.replaceAll(NOT_FOUND, '') })
      if (!stretches) return []
      const { parts: pieces, cited: own, uncited } = await check(stretches)
      if (own.length === 0 && cited.length === 0) {
        // A preamble, or a refusal: it is said only where an answer follows.
        if (held.length < MOST_HELD) held.push({ gap: draft.gap, parts: pieces, uncited })
        return []
      }
      const fragments = held.flatMap((one) => put(one.gap, one.parts))
      for (const one of [...held, { uncited }]) if (one.uncited) onUncited()
      held = []
      cited.push(...own)
      return [...fragments, ...put(draft.gap, pieces)]
    },
  }
}

/** @throws the signal's reason when aborted */
async function judgeOne({ use, signal, degradation }: WriteParts, part: AnswerPart): Promise<AnswerPart> {
  if (part.kind !== 'claim' || !use.ready(false)) return part
  try {
    return await judgeClaim(part, { models: use.models, signal, onUsage: use.onUsage('thinking') })
  } catch (error) {
    signal.throwIfAborted()
    use.failed(error)
    degradation.note('judge', reasonOf(error), detailOf(error))
    return part
  }
}
