import type { ReasoningLevel, Usage } from '@deep-research/sdk/contract'
import type { Collection, Run } from '#evidence/run.ts'
import type { Models } from '#model/calls.ts'
import { evidenceToShow } from '#model/evidence-to-show.ts'
import { detailOf, reasonOf } from '#model/failure.ts'
import { ModelUse, type PricesByRole } from '#model/model-use.ts'
import { asQueries, planWithModel } from '#model/plan.ts'
import { REFLECTING, reflectWithModel } from '#model/reflect.ts'
import { writeAnswer } from '#model/write-answer.ts'
import { Investigation } from '#research/investigation.ts'
import { planResearch } from '#research/plan.ts'
import { writeReport } from '#research/report.ts'
import { tellNothing } from '#research/tell.ts'
import type { PageReader } from '#web/fetch/page-reader.ts'
import { Gatherer } from '#web/gather-pages.ts'
import { withTitles } from '#web/grown-library.ts'
import type { SearchChain } from '#web/search/chain.ts'
import type { Assist, Assistant, AssistedRun, Verdict, Writing } from './assistant.ts'
import { type Limits, limitsFor, Spending } from './budget.ts'
import { Degradation, type OnDegraded } from './degradation.ts'
import { answerEvents, tellAdded } from './narrate.ts'
import type { EngineEvent, Query } from './types.ts'

/** A size that small models on a machine of one's own take as well. */
const CONTEXT_TOKENS = 16_384

/** What research on the web goes through. */
export interface Web {
  chain: SearchChain
  pages: PageReader
  /** Pages of one host that a run reads. */
  pagesAHost: number
}

/** What a run gets from outside of this process. */
export interface Outside {
  /** The models that plan, judge and write; undefined for none. */
  models?: Models | undefined
  /** The search providers and the pages; undefined for none. */
  web?: Web | undefined
}

export interface AssistOptions extends Outside {
  /** What a run reaches it through. Default: as it is. */
  through?: ((run: AssistedRun, outside: Outside) => Outside) | undefined
  /** Whether the engine's own collection is there to answer. */
  hasCorpus: boolean
  /** Whether a model judges claims that are not word for word. Default: false. */
  judged?: boolean | undefined
  /** Tokens that the smart model takes in and gives out together. Default: 16,384. */
  contextTokens?: number | undefined
  /** Over those of the level. */
  limits?: Partial<Limits> | undefined
  /** Milliseconds that a run of each level may take, in place of those of the level. */
  time?: Readonly<Record<ReasoningLevel, number>> | undefined
  /** What the models charge. Default: unknown, and nothing is counted as spent. */
  prices?: PricesByRole | undefined
  /** Dollars that models may charge for a run of each level, counted by `prices`. Default: no limit. */
  dollars?: Readonly<Record<ReasoningLevel, number>> | undefined
  /** Called when research goes on without something that is configured. */
  onDegraded?: OnDegraded | undefined
  /** The day on which a run is planned. Default: the system's. */
  today?: (() => Date) | undefined
}

/** Assists runs with models, with the live web, or with both. */
export function assistWith(options: AssistOptions): Assist {
  return (run) => new LiveAssistant(options, run)
}

class LiveAssistant implements Assistant {
  readonly #options: AssistOptions
  readonly #run: AssistedRun
  readonly #spending: Spending
  readonly #use: ModelUse | undefined
  readonly #degradation
  /** Aborts when the caller does, and when the time for searching is over: some is kept for the answer. */
  readonly #searching: AbortSignal
  readonly #gatherer: Gatherer | undefined
  #collection: Collection | undefined
  #investigation: Investigation | undefined
  #satisfied = false
  #uncited = 0

  constructor(options: AssistOptions, run: AssistedRun) {
    const { task, signal, library, now } = run
    this.#options = options
    this.#run = run
    const { time, dollars, limits, hasCorpus } = options
    const own = { ...limitsFor(task.level), ...(time && { ms: time[task.level] }), dollars: dollars?.[task.level] }
    this.#spending = new Spending({ ...own, ...limits }, now)
    const { models, web } = options.through?.(run, options) ?? options
    this.#use = models && new ModelUse(models, this.#spending, options.prices)
    this.#degradation = new Degradation(options.onDegraded)
    const shared = { calls: run.calls, spending: this.#spending, degradation: this.#degradation }
    this.#gatherer = web && new Gatherer({ ...web, ...shared, held: library, hasCorpus })
    const ms = Math.ceil(this.#spending.left('ms', true))
    this.#searching = AbortSignal.any([signal, AbortSignal.timeout(ms)])
  }

  collection(held: Collection): Collection {
    const library = this.#gatherer?.library
    this.#collection = library ? { ...held, library, titles: withTitles(held.titles, library) } : held
    return this.#collection
  }

  /** Whether the parts of the question are looked into by themselves, after the whole of it. */
  get #isDeep(): boolean {
    return this.#use !== undefined && this.#run.budget.subQuestions > 0
  }

  async *plan(run: Run): AsyncGenerator<EngineEvent, void> {
    // A model plans better once it sees what there is.
    if (this.#isDeep) return
    yield* this.#attempt('plan', async (use) =>
      run.frontier.add(await planWithModel(run.question, use, this.#searching)),
    )
  }

  async *gather(run: Run, queries: readonly Query[], iteration: number): AsyncGenerator<EngineEvent, void> {
    if (!this.#gatherer || this.#searching.aborted) return
    try {
      yield* this.#gatherer.gather(queries, run.question.language, { iteration, signal: this.#searching })
    } catch (error) {
      this.#run.signal.throwIfAborted()
      if (!this.#searching.aborted) throw error
    }
  }

  async *reflect(run: Run, iteration: number): AsyncGenerator<EngineEvent, Verdict> {
    if (this.#searching.aborted || this.#spending.reached(true) !== undefined) return { stop: 'budget' }
    if (this.#gatherer && !this.#gatherer.answered && !this.#options.hasCorpus) return { stop: 'providers_down' }
    if (this.#isDeep) {
      if (iteration === 1) yield* this.#planResearch(run)
      // Without a plan the question is looked into as a whole, as no model would.
      return this.#investigation ? { stop: 'parts_next' } : {}
    }
    const verdict: Verdict = {}
    const { evidence: best } = evidenceToShow(run, this.#run.budget)
    if (iteration >= this.#run.budget.maxIterations || best.length === 0) return verdict
    yield* this.#attempt('reflect', async (use) => {
      const { text } = run.question
      const { done, queries } = await reflectWithModel(text, run.frontier.texts, best, use, this.#searching)
      this.#satisfied = done
      if (done) {
        verdict.stop = 'model_satisfied'
        return []
      }
      const added = run.frontier.add(asQueries(queries, run.question, [REFLECTING]))
      verdict.goOn = added.length > 0
      return added
    })
    return verdict
  }

  /** Has a model plan, once it sees what there is. */
  async *#planResearch(run: Run): AsyncGenerator<EngineEvent, void> {
    const [collection, signal] = [this.#collection, this.#searching]
    const { budget, calls } = this.#run
    const { contextTokens = CONTEXT_TOKENS, today = () => new Date() } = this.#options
    yield* this.#attempt('plan', async (use) => {
      const asked = { most: budget.subQuestions, today: today().toISOString().slice(0, 'YYYY-MM-DD'.length) }
      // Without a plan nothing is looked into, so that it is worth asking for twice.
      const plan = await planResearch(run, asked, use, signal).catch((error: unknown) =>
        use.ready('fast', true) && !signal.aborted ? planResearch(run, asked, use, signal) : Promise.reject(error),
      )
      if (!collection || plan.questions.length === 0) return []
      const gather = (queries: readonly Query[], iteration: number) => this.gather(run, queries, iteration)
      const shared = { spending: this.#spending, degradation: this.#degradation, contextTokens, gather }
      this.#investigation = new Investigation(plan, { run, collection, use, budget, calls, signal, ...shared })
      return []
    })
  }

  async *deepen(iterations: number): AsyncGenerator<EngineEvent, number> {
    const investigation = this.#investigation
    if (!investigation || this.#searching.aborted) return 0
    try {
      yield* investigation.events(iterations)
    } catch (error) {
      this.#run.signal.throwIfAborted()
      if (!this.#searching.aborted) throw error
    }
    return investigation.made
  }

  async *write(writing: Writing): AsyncGenerator<EngineEvent, void> {
    const use = this.#use
    if (!use) return yield* answerEvents(writing.quote())
    const { run, assembler } = writing
    const { judged = false, contextTokens = CONTEXT_TOKENS } = this.#options
    const { words } = run.question.form
    const budget = words === undefined ? this.#run.budget : { ...this.#run.budget, words }
    const onUncited = () => {
      this.#uncited += 1
    }
    const shared = { use, signal: this.#run.signal, contextTokens, judged, degradation: this.#degradation, budget }
    const given = { ...writing, ...shared, ms: this.#spending.left('ms', false), onUncited }
    const investigation = this.#investigation
    const notes = investigation?.notes ?? []
    if (investigation?.isRead && notes.length === 0)
      return yield* answerEvents([assembler.push({ kind: 'text', text: tellNothing(investigation, run.ledger.size) })])
    const { sentences, characters } = run.question.form
    const isBrief = sentences !== undefined || characters !== undefined
    if (investigation && notes.length > 0 && !isBrief && use.ready('smart', false))
      return yield* writeReport({ ...given, investigation })
    const noted = notes.flatMap(({ paragraph }) => paragraph.sentences)
    yield* writeAnswer({ ...given, satisfied: investigation?.isAnswered ?? this.#satisfied, noted })
  }

  usage(reckoned: Usage): Partial<Usage> {
    const { thinking = 0, answer = 0, total = 0 } = this.#use?.tokens ?? {}
    const { steps } = this.#degradation
    // An answer that no model wrote has its tokens beside those of the models.
    const tokens =
      answer > 0 ? { answer_tokens: answer, total_tokens: total } : { total_tokens: total + reckoned.answer_tokens }
    return {
      ...(total > 0 && { thinking_tokens: thinking, ...tokens }),
      ...(this.#use && { uncited_sentences: this.#uncited }),
      ...(steps.length > 0 && { degraded: steps.map((each) => ({ ...each })) }),
    }
  }

  /** Does a step that may add queries, and notes where it fails: an abort is thrown, the end of looking is not. */
  async *#attempt(step: 'plan' | 'reflect', ask: (use: ModelUse) => Promise<Query[]>): AsyncGenerator<EngineEvent> {
    const use = this.#use
    if (!use?.ready('fast', true) || this.#searching.aborted) return
    try {
      const added = await ask(use)
      if (added.length > 0) yield { type: 'thinking', content: tellAdded(added) }
    } catch (error) {
      this.#run.signal.throwIfAborted()
      if (this.#searching.aborted) return
      use.failed('fast', error)
      yield* this.#degradation.note(step, reasonOf(error), detailOf(error))
    }
  }
}
