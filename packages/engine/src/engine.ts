import { setImmediate as turn } from 'node:timers/promises'
import type { ReasoningLevel, Usage } from '@deep-research/sdk/contract'
import { quoteAnswer } from '#answer/quote-answer.ts'
import { AnswerAssembler } from '#cite/assemble.ts'
import { Frontier } from '#evidence/frontier.ts'
import type { Heads } from '#evidence/head.ts'
import { Ledger } from '#evidence/ledger.ts'
import { openingQueries } from '#evidence/queries.ts'
import { retrieve } from '#evidence/retrieve.ts'
import type { Collection, Run } from '#evidence/run.ts'
import { followLeads, readFinding } from '#evidence/score-finding.ts'
import { HEADS } from '#judge/heads.ts'
import { reflect, type StopReason, stopReason, strengthOf } from '#judge/reflect.ts'
import { NameDictionary } from '#language/name-dictionary.ts'
import { speakerOf } from '#question/gathering.ts'
import { Origins } from '#question/origins.ts'
import { understand, weigh } from '#question/question.ts'
import { answerEvents } from './answer-events.ts'
import type { Assist, Assistant, Verdict, WrittenBefore } from './assistant.ts'
import { type Budget, budgetFor, estimateTokens, QUERIES_AN_ITERATION } from './budget.ts'
import { tellFindings, tellPlan, tellStop } from './narrate.ts'
import { ToolCalls } from './tool-calls.ts'
import type { EngineEvent, Library, Query, ResearchContext, ResearchEngine, ResearchTask } from './types.ts'

export interface EngineOptions {
  library: Library
  /** Milliseconds of a clock that never goes back. Default: `performance.now`. */
  now?: () => number
  /** Gives each run models or the live web at its side. Default: nothing. */
  assist?: Assist | undefined
  /** How far a run of a level goes, and how much its answer holds. Default: `budgetFor`. */
  budgetOf?: ((level: ReasoningLevel) => Budget) | undefined
  /** What the engine judges by. Default: as fitted. */
  heads?: Heads | undefined
}

/**
 * The research engine over a library. By itself it needs no model and no network, and every claim of its answers is a
 * quotation; an assistant does some of its steps better, and leaves them to it where it fails.
 */
export function createEngine(options: EngineOptions): ResearchEngine {
  const { library, now = () => performance.now(), assist, budgetOf = budgetFor, heads = HEADS } = options
  // Made when the first question comes: a start waits for nothing that it does not need.
  let titles: NameDictionary | undefined
  let origins: Origins | undefined
  const collection: Collection = {
    library,
    heads,
    get titles() {
      titles ??= new NameDictionary(library.titles())
      return titles
    },
    get origins() {
      origins ??= new Origins(library.origins())
      return origins
    },
  }
  return { research: (task, context) => research(collection, { now, assist, budgetOf }, task, context) }
}

/** Documents read for the whole question. */
const READ = 8
/** A part finds its document among fewer, and a lead names it. */
const READS = { question: READ, part: READ / 2, lead: READ / 4 }

/** The options, those with a default settled. */
type Settled = Pick<EngineOptions, 'assist'> & { [Option in 'now' | 'budgetOf']-?: NonNullable<EngineOptions[Option]> }

async function* research(
  common: Collection,
  { now, assist, budgetOf }: Settled,
  task: ResearchTask,
  { signal }: ResearchContext,
): AsyncGenerator<EngineEvent> {
  const begun = now()
  const budget = budgetOf(task.level)
  const calls = new ToolCalls(now)
  const assistant = assist?.({ task, signal, calls, budget, library: common.library, now })
  const collection = assistant ? withAssistant(common, assistant) : common
  const run = startRun(task, collection)
  let thought = 0
  let iterations = 0
  for await (const event of investigate(run, collection, { calls, budget, assistant }, signal)) {
    if (event.type === 'thinking') thought += event.content.length
    if (event.type === 'iteration') iterations = event.iteration
    else yield event
  }
  const assembler = new AnswerAssembler()
  const quote = (before: WrittenBefore = {}) => quoteAnswer(run, budget, assembler, before)
  for await (const event of assistant?.write({ run, assembler, quote }) ?? answerEvents(quote())) {
    signal.throwIfAborted()
    if (event.type === 'thinking') thought += event.content.length
    yield event
  }
  const answer = assembler.finish()
  const usage: Usage = {
    iterations,
    tool_calls: calls.made,
    sources_cited: answer.sources_summary.length,
    thinking_tokens: estimateTokens(thought),
    answer_tokens: estimateTokens(answer.answer_clean.length),
    total_tokens:
      estimateTokens(thought) + estimateTokens(answer.answer_clean.length) + estimateTokens(task.query.length),
    latency_ms: Math.max(0, Math.round(now() - begun)),
  }
  yield { type: 'completed', result: { ...answer, usage: { ...usage, ...assistant?.usage(usage) } } }
}

/** Takes the question apart and puts the first queries in line. */
function startRun({ query }: ResearchTask, collection: Collection): Run {
  const question = understand(query, collection)
  const frontier = new Frontier()
  frontier.add(openingQueries(question))
  const { heads, screen } = collection
  return { question, heads, frontier, ledger: new Ledger(), support: 0, followed: new Set(), screen }
}

function withAssistant(collection: Collection, assistant: Assistant): Collection {
  const { library, screen } = assistant
  return { ...collection, library, screen, titles: assistant.titles(collection.titles) }
}

type LoopEvent = EngineEvent | { type: 'iteration'; iteration: number }

/** What a run works with. */
interface Equipment {
  calls: ToolCalls
  budget: Budget
  assistant: Assistant | undefined
}

async function* investigate(
  run: Run,
  collection: Collection,
  { calls, budget: { maxIterations }, assistant }: Equipment,
  signal: AbortSignal,
): AsyncGenerator<LoopEvent> {
  const titleOf = (id: string) => run.ledger.get(id)?.document.title ?? ''
  const wordOf = wordsOf(run)
  let idle = 0
  let reason: StopReason | undefined
  if (assistant) yield* assistant.plan(run)
  for (let iteration = 1; reason === undefined; iteration += 1) {
    yield { type: 'iteration', iteration }
    const queries = run.frontier.take(iteration === 1 ? 1 : QUERIES_AN_ITERATION)
    yield { type: 'thinking', content: tellPlan(iteration, queries, titleOf) }
    const before = strengthOf(run.ledger.ranked())
    if (assistant) {
      yield* assistant.gather(run, queries, iteration)
      // What is rare among pages is known once there are pages.
      if (iteration === 1) weigh(run.question, collection.library)
    }
    for (const query of queries) {
      signal.throwIfAborted()
      yield* pursue(run, collection, calls, query, iteration)
      // Other requests get their turn between two searches; a whole run would hold them up.
      await turn()
    }
    signal.throwIfAborted()
    followLeads(run, collection)
    const reflection = reflect(run.ledger.ranked(), run.question.weights, before)
    idle = reflection.gain > GAIN || run.frontier.partsLeft ? 0 : idle + 1
    // The name of a source is known of its documents without standing in them.
    const missing = reflection.missing.filter((term) => run.question.goal.discounts.get(term) !== 0)
    yield { type: 'thinking', content: tellFindings({ ...reflection, missing }, run.ledger.ranked(), wordOf) }
    let verdict: Verdict = {}
    if (assistant) verdict = yield* assistant.reflect(run, iteration < maxIterations)
    // What is asked of those whom the question names is a part of its own.
    const parts = run.question.parts.length + Number(run.frontier.partsLeft)
    const queriesLeft = run.frontier.size
    const found = stopReason(reflection, { iteration, maxIterations, parts, idle, queriesLeft, found: run.ledger.size })
    // More is wanted where there is more to ask; the ceiling and an idle run stop all the same.
    const goOn = verdict.goOn === true && queriesLeft > 0 && iteration < maxIterations && idle <= PATIENCE
    reason = verdict.stop ?? (goOn ? undefined : found)
    if (reason !== undefined) yield { type: 'thinking', content: tellStop(reason, iteration) }
  }
}

/** An iteration that covers less of the question anew gained nothing. */
const GAIN = 0.01
/** Iterations in a row that gained nothing, although more was wanted. */
const PATIENCE = 2

/** Searches for one query and reads the best of what it finds. */
function* pursue(
  run: Run,
  collection: Collection,
  calls: ToolCalls,
  query: Query,
  iteration: number,
): Generator<EngineEvent> {
  const { library } = collection
  const { gathers } = run.question
  const bearers =
    gathers && query.purpose !== 'lead' ? (id: string) => speakerOf(library.document(id), gathers) : undefined
  const findings = yield* calls.call('search', { arguments: { query: query.text }, iteration }, () => {
    const value = retrieve(query, library, bearers)
    const documents = value.map(({ documentId }) => {
      const { title, url } = library.document(documentId)
      return { title, url }
    })
    return { value, result: { documents } }
  })
  for (const finding of (findings ?? []).slice(0, bearers ? undefined : READS[query.purpose])) {
    const { url, title } = library.document(finding.documentId)
    yield* calls.call('read', { arguments: { url }, iteration }, () => {
      const candidate = readFinding(run, collection, query, finding, iteration)
      return { value: undefined, result: { title, sentences: candidate.evidence.length } }
    })
  }
}

/** Shows a term of the question as the question writes it. */
function wordsOf({ question }: Run): (term: string) => string {
  const raw = new Map(question.words.map(({ term, raw }) => [term, raw]))
  return (term) => raw.get(term) ?? term
}
