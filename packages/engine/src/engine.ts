import { setImmediate as turn } from 'node:timers/promises'
import type { ReasoningLevel, Usage } from '@deep-research/sdk/contract'
import { quoteAnswer } from '#answer/quote-answer.ts'
import { AnswerAssembler } from '#cite/assemble.ts'
import { Frontier } from '#evidence/frontier.ts'
import type { Heads } from '#evidence/head.ts'
import { Ledger } from '#evidence/ledger.ts'
import { openingQueries } from '#evidence/queries.ts'
import type { Collection, Run } from '#evidence/run.ts'
import { addExpansions } from '#evidence/score-finding.ts'
import { HEADS } from '#judge/fitted-heads.ts'
import { reflect, type StopReason, stopReason, strengthOf } from '#judge/reflect.ts'
import { NameDictionary, type Names } from '#language/name-dictionary.ts'
import { Origins } from '#question/origins.ts'
import { understand } from '#question/question.ts'
import type { Synonyms } from '#question/synonyms.ts'
import { weighQuestion } from '#question/weigh-question.ts'
import { isIntentTerm } from '#question/weights.ts'
import type { Assist, Assistant, AssistedRun, Verdict, WrittenBefore } from './assistant.ts'
import { type Budget, budgetFor, estimateTokens, QUERIES_AN_ITERATION } from './budget.ts'
import { Degradation, type OnDegraded } from './degradation.ts'
import { Meaning } from './meaning.ts'
import { answerEvents, tellCorrections, tellFindings, tellPlan, tellStop } from './narrate.ts'
import { pursue } from './pursue.ts'
import { ToolCalls } from './tool-calls.ts'
import type { EngineEvent, Library, ResearchEngine, ResearchTask, Semantics } from './types.ts'

/** What is searched, and who takes part in research. */
export interface EngineOptions {
  /** What is searched. */
  library: Library
  /** Milliseconds of a clock that never goes back. Default: `performance.now`. */
  now?: () => number
  /** Gives each run models or the live web at its side. Default: nothing. */
  assist?: Assist | undefined
  /** How far a run of a level goes, and how much its answer holds. Default: `budgetFor`. */
  budgetOf?: ((level: ReasoningLevel) => Budget) | undefined
  /** Default: nothing. */
  semantics?: Semantics | undefined
  /** Called with each step that is done in a simpler way because something failed. */
  onDegraded?: OnDegraded | undefined
  /** Words that mean the same in what is searched. Default: none. */
  synonyms?: Synonyms | undefined
  /** What the engine judges by. Default: as fitted. */
  heads?: Heads | undefined
}

/**
 * The research engine over a library. By itself it needs no model and no network, and every claim of its answers is a
 * quotation; an assistant does some of its steps better, and leaves them to it where it fails.
 */
export function createEngine(options: EngineOptions): ResearchEngine {
  const { library, synonyms, heads = HEADS } = options
  // Made when the first question comes: a start waits for nothing that it does not need.
  let titles: Names | undefined
  let origins: Origins | undefined
  const collection: Collection = {
    library,
    heads,
    synonyms,
    get titles() {
      titles ??= library.named
        ? { namedIn: (text) => library.named?.(text) ?? new Map() }
        : new NameDictionary(library.titles())
      return titles
    },
    get origins() {
      origins ??= new Origins(library.origins())
      return origins
    },
  }
  return {
    async *research(task, { signal }) {
      yield* new Research(collection, options, task, signal).events()
    },
  }
}

/** Documents read for the whole question. */
const READ = 8
/** A part finds its document among fewer, and an expansion often names it. */
const READS = { question: READ, part: READ / 2, expansion: READ / 4 }

/** Where the question names its sources, each is asked by itself, and what they name adds little. */
const PATIENCE_WITH_SOURCES = 2

/** One run. */
class Research {
  readonly #given: AssistedRun
  readonly #begun: number
  readonly #assistant: Assistant | undefined
  readonly #collection: Collection
  readonly #run: Run
  readonly #meaning: Meaning
  #iterations = 0
  /** Characters of thinking. */
  #thought = 0

  constructor(common: Collection, options: EngineOptions, task: ResearchTask, signal: AbortSignal) {
    const { now = () => performance.now(), assist, budgetOf = budgetFor } = options
    const budget = budgetOf(task.level)
    this.#meaning = new Meaning(options.semantics ?? {}, new Degradation(options.onDegraded))
    this.#given = { task, signal, calls: new ToolCalls(now), budget, library: common.library, now }
    this.#begun = now()
    this.#assistant = assist?.(this.#given)
    this.#collection = this.#assistant?.collection(common) ?? common
    const { heads } = this.#collection
    const question = understand(task.query, this.#collection)
    const frontier = new Frontier()
    frontier.add(openingQueries(question))
    this.#run = { question, heads, frontier, ledger: new Ledger(), support: 0, expanded: new Set() }
  }

  async *events(): AsyncGenerator<EngineEvent> {
    const assembler = new AnswerAssembler()
    for await (const event of this.#work(assembler)) {
      if (event.type === 'thinking') this.#thought += event.content.length
      yield event
    }
    const answer = assembler.finish()
    const own = this.#usage(answer.answer_clean.length, answer.sources_summary.length)
    const unread = this.#unread
    const usage = { ...own, ...this.#assistant?.usage(own), ...(unread > 0 && { unread_files: unread }) }
    const degraded = [...(usage.degraded ?? []), ...this.#meaning.degraded]
    yield { type: 'completed', result: { ...answer, usage: { ...usage, ...(degraded.length > 0 && { degraded }) } } }
  }

  async *#work(assembler: AnswerAssembler): AsyncGenerator<EngineEvent> {
    yield* this.#investigate()
    const run = this.#run
    if (this.#assistant) this.#iterations += yield* this.#assistant.deepen(this.#iterations)
    yield* this.#meaning.rerank(run, this.#given.signal)
    const quote = (before: WrittenBefore = {}) =>
      quoteAnswer(run, this.#given.budget, assembler, { ...before, unread: this.#unread })
    for await (const event of this.#assistant?.write({ run, assembler, quote }) ?? answerEvents(quote())) {
      this.#given.signal.throwIfAborted()
      yield event
    }
  }

  get #unread(): number {
    return this.#given.library.unreadFiles ?? 0
  }

  #usage(answered: number, sources_cited: number): Usage {
    const [thinking_tokens, answer_tokens] = [estimateTokens(this.#thought), estimateTokens(answered)]
    return {
      iterations: this.#iterations,
      tool_calls: this.#given.calls.made,
      sources_cited,
      thinking_tokens,
      answer_tokens,
      total_tokens: thinking_tokens + answer_tokens + estimateTokens(this.#given.task.query.length),
      latency_ms: Math.max(0, Math.round(this.#given.now() - this.#begun)),
    }
  }

  async *#investigate(): AsyncGenerator<EngineEvent> {
    const [run, assistant, collection] = [this.#run, this.#assistant, this.#collection]
    const { ofOrigins } = run.question.goal
    const { signal, budget, calls } = this.#given
    const { maxIterations } = budget
    const patience = run.question.sources.length > 0 ? PATIENCE_WITH_SOURCES : budget.patience
    const titleOf = (id: string) => run.ledger.get(id)?.document.title ?? ''
    let idle = 0
    let reason: StopReason | undefined
    if (run.question.corrections.length > 0)
      yield { type: 'thinking', content: tellCorrections(run.question.corrections) }
    if (assistant) yield* assistant.plan(run)
    for (let iteration = 1; reason === undefined; iteration += 1) {
      this.#iterations = iteration
      const queries = run.frontier.take(iteration === 1 ? 1 : QUERIES_AN_ITERATION)
      yield { type: 'thinking', content: tellPlan(iteration, queries, titleOf) }
      const before = strengthOf(run.ledger.ranked())
      if (assistant) {
        yield* assistant.gather(run, queries, iteration)
        // What is rare among pages is known once there are pages.
        if (iteration === 1) weighQuestion(run.question, collection.library)
      }
      yield* this.#meaning.embed(queries, signal)
      for (const query of queries) {
        signal.throwIfAborted()
        yield* pursue(query, { run, collection, calls, iteration, most: READS[query.purpose] })
        // Other requests get their turn between two searches; a whole run would hold them up.
        await turn()
      }
      signal.throwIfAborted()
      addExpansions(run, collection)
      const reflection = reflect(run.ledger.ranked(), run.question.weights, before)
      idle = reflection.gain > 0 || run.frontier.partsLeft ? 0 : idle + 1
      // The name of a source is known of its documents without standing in them, and what only asks need not stand anywhere.
      const missing = reflection.missing.filter((term) => !ofOrigins.has(term) && !isIntentTerm(term))
      const wordOf = (term: string) => run.question.words.get(term) ?? term
      yield { type: 'thinking', content: tellFindings({ ...reflection, missing }, run.ledger.ranked(), wordOf) }
      const verdict: Verdict = assistant ? yield* assistant.reflect(run, iteration) : {}
      // What is asked of those whom the question names is a part of its own.
      const parts = run.question.parts.length + Number(run.frontier.partsLeft)
      const [queriesLeft, found] = [run.frontier.size, run.ledger.size]
      const stop = stopReason(reflection, { iteration, maxIterations, parts, idle, patience, queriesLeft, found })
      // More is wanted where there is more to ask; the ceiling stops all the same, and a run that stays idle once more.
      const goOn = verdict.goOn === true && queriesLeft > 0 && iteration < maxIterations && idle <= patience
      reason = verdict.stop ?? (goOn ? undefined : stop)
      if (reason !== undefined) yield { type: 'thinking', content: tellStop(reason, iteration) }
    }
  }
}
