import type { ReasoningLevel, Usage } from '@deep-research/sdk/contract'
import type { Lead } from '#answer/leads.ts'
import { leadsOf } from '#answer/leads.ts'
import { foundNothing, notedInTurns } from '#depth/findings.ts'
import { Investigation } from '#depth/investigation.ts'
import { lookForAct } from '#depth/look-for-act.ts'
import { lookInTime } from '#depth/look-in-time.ts'
import { tellMissing } from '#depth/tell.ts'
import type { Evidence } from '#evidence/ledger.ts'
import type { Collection, Run } from '#evidence/run.ts'
import { isAnswered } from '#judge/answered.ts'
import { documentsToCite } from '#judge/documents-to-cite.ts'
import type { Models } from '#model/calls.ts'
import { detailOf, reasonOf } from '#model/failure.ts'
import { ModelUse, type PricesByRole } from '#model/model-use.ts'
import { asQueries, planWithModel } from '#model/plan.ts'
import { REFLECTING, reflectWithModel } from '#model/reflect.ts'
import { writeAnswer } from '#model/write-answer.ts'
import { type Outlook, outlookOn } from '#report/outlook.ts'
import { tellReport } from '#report/write-report.ts'
import type { PageReader } from '#web/fetch/page-reader.ts'
import { Gatherer } from '#web/gather-pages.ts'
import { withTitles } from '#web/grown-library.ts'
import type { SearchChain } from '#web/search/chain.ts'
import type { Assist, Assistant, AssistedRun, Verdict, Writing } from './assistant.ts'
import { type Budget, type Limits, limitsFor, Spending } from './budget.ts'
import { Degradation, type OnDegraded } from './degradation.ts'
import { answerEvents, tellAdded } from './narrate.ts'
import type { EngineEvent, Query } from './types.ts'

/** A size that small models on a machine of one's own take as well. */
const CONTEXT_TOKENS = 16_384

/**
 * Iterations for the whole question where its parts are looked into after it: of a corpus they cost next to nothing, on
 * the web each takes seconds.
 */
const OPENING = 5
const OPENING_OF_WEB = 2

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
  /** Sentences by how well each would open an answer without a model, the best first. */
  #leads: readonly Lead[] = []
  #satisfied = false
  #outlook: Outlook | undefined
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
    if (this.#isDeep) return iteration >= (this.#gatherer ? OPENING_OF_WEB : OPENING) ? { stop: 'parts_next' } : {}
    const verdict: Verdict = {}
    const best = strongestOf(run, this.#run.budget)
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

  async *deepen(run: Run, iterations: number): AsyncGenerator<EngineEvent, number> {
    const { budget, calls } = this.#run
    const [use, collection, signal] = [this.#use, this.#collection, this.#searching]
    const isPaidFor = use?.ready('fast', true) && !signal.aborted
    if (!this.#isDeep || !use || !collection || !isPaidFor || run.ledger.size === 0) return 0
    const { contextTokens = CONTEXT_TOKENS } = this.#options
    const gather = (queries: readonly Query[], iteration: number) => this.gather(run, queries, iteration)
    let found = run
    // As they stood before the parts of the question bring what bears on them alone.
    const meanwhile = () => {
      this.#leads = leadsOf(found, budget)
    }
    const begin = () => {
      this.#outlook = this.#outlookOn(run, use)
    }
    const leave = async () => {
      await this.#outlook?.report?.leave()
      this.#outlook = undefined
    }
    const written = { meanwhile, begin, leave }
    const shared = { spending: this.#spending, degradation: this.#degradation, contextTokens, ...written, gather }
    const investigation = new Investigation({ run, collection, use, budget, calls, signal, ...shared })
    this.#investigation = investigation
    try {
      yield* lookInTime(investigation.subject, { run, collection, calls, signal }, iterations)
      found = { ...run, ledger: run.ledger.copy() }
      yield* lookForAct(investigation.subject, { run, collection, calls }, iterations)
      yield* investigation.events(iterations)
    } catch (error) {
      this.#run.signal.throwIfAborted()
      if (!signal.aborted) throw error
    }
    return investigation.made
  }

  async *write(writing: Writing): AsyncGenerator<EngineEvent, void> {
    const use = this.#use
    if (!use) return yield* answerEvents(writing.quote())
    const investigation = this.#investigation
    const { report, bears, missing, given } = this.#outlook ?? this.#outlookOn(writing.run, use)
    const lacking = tellMissing(missing)
    if (lacking !== '') yield { type: 'thinking', content: lacking }
    if ((investigation && foundNothing(investigation.subs)) || !bears) {
      yield* answerEvents(writing.quote({ answered: false }))
      if (lacking !== '') yield* answerEvents([writing.assembler.push({ kind: 'text', text: `\n\n${lacking.trim()}` })])
      return
    }
    if (report) return yield* tellReport(report, writing.assembler)
    yield* writeAnswer({
      ...writing,
      ...given,
      satisfied: investigation?.satisfied ?? this.#satisfied,
      noted: investigation ? notedInTurns(investigation.subs) : [],
      onUncited: () => {
        this.#uncited += 1
      },
    })
  }

  #outlookOn(run: Run, use: ModelUse): Outlook {
    const { judged = false, contextTokens = CONTEXT_TOKENS } = this.#options
    const given = { use, signal: this.#run.signal, contextTokens, judged, degradation: this.#degradation }
    const ms = this.#spending.left('ms', false)
    const isLikely = (budget: Budget) => isAnswered(run, documentsToCite(run, budget))
    const found = { run, budget: this.#run.budget, isLikely, leads: this.#leads }
    return outlookOn({ ...found, investigation: this.#investigation }, { ...given, ms })
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

/** What a model weighs: the best sentences of as many documents as an answer may cite. */
function strongestOf(run: Run, { documents, sentencesADocument }: Budget): Evidence[] {
  const strongest = run.ledger.ranked().slice(0, documents)
  return strongest.flatMap(({ evidence }) =>
    [...evidence].sort((a, b) => b.worth - a.worth).slice(0, sentencesADocument),
  )
}
