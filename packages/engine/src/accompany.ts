import type { Usage } from '@deep-research/sdk/contract'
import type { Evidence } from '#evidence/ledger.ts'
import type { Run } from '#evidence/run.ts'
import type { Names } from '#language/name-dictionary.ts'
import type { Models } from '#model/calls.ts'
import { detailOf, reasonOf } from '#model/failure.ts'
import { createModelUse, type ModelUse } from '#model/model-use.ts'
import { asQueries, planWithModel } from '#model/plan.ts'
import { REFLECTING, reflectWithModel } from '#model/reflect.ts'
import { writeAnswer } from '#model/write-answer.ts'
import type { PageReader } from '#web/fetch/page-reader.ts'
import { createGatherer, type Gatherer } from '#web/gather-pages.ts'
import { type GrownLibrary, growLibrary } from '#web/grown-library.ts'
import { withTitles } from '#web/grown-titles.ts'
import { createScreen } from '#web/screen.ts'
import type { SearchChain } from '#web/search/chain.ts'
import { answerEvents } from './answer-events.ts'
import { type Limits, limitsFor, Spending } from './budget.ts'
import type { AccompaniedRun, Accompany, Companion, Verdict, Writing } from './companion.ts'
import { createDegradation, type OnDegraded } from './degradation.ts'
import { tellAdded } from './narrate.ts'
import type { EngineEvent, Library, Query } from './types.ts'

export interface Web {
  chain: SearchChain
  pages: PageReader
}

export interface AccompanyOptions {
  models?: Models | undefined
  web?: Web | undefined
  /** Whether the engine's own collection is there to answer. */
  hasCorpus: boolean
  /** Whether a model judges claims that are not word for word. Default: false. */
  judged?: boolean | undefined
  /** Tokens that the smart model takes in and gives out together. Default: 16,384. */
  contextTokens?: number | undefined
  /** Over those of the level. */
  limits?: Partial<Limits> | undefined
  onDegraded?: OnDegraded | undefined
}

const CONTEXT_TOKENS = 16_384

/** Accompanies runs with models, with the live web, or with both. */
export function accompanyWith(options: AccompanyOptions): Accompany {
  return (run) => new LiveCompanion(options, run)
}

class LiveCompanion implements Companion {
  readonly library: Library
  readonly screen: Companion['screen']
  readonly #options: AccompanyOptions
  readonly #accompanied: AccompaniedRun
  readonly #grown: GrownLibrary | undefined
  readonly #spending: Spending
  readonly #use: ModelUse | undefined
  readonly #degradation
  readonly #screen
  /** The caller's signal, and the end of looking: there is to be time left for the answer. */
  readonly #looking: AbortSignal
  #gatherer: Gatherer | undefined
  #satisfied = false
  #uncited = 0

  constructor(options: AccompanyOptions, accompanied: AccompaniedRun) {
    const { task, signal, library, now } = accompanied
    this.#options = options
    this.#accompanied = accompanied
    this.#grown = options.web && growLibrary(library)
    this.library = this.#grown ?? library
    this.#spending = new Spending({ ...limitsFor(task.level), ...options.limits }, now)
    this.#use = options.models && createModelUse(options.models, this.#spending)
    this.#degradation = createDegradation(options.onDegraded)
    this.#screen = createScreen((id) => this.#grown?.isNew(id) === true)
    this.screen = this.#screen.screen
    const ms = Math.ceil(this.#spending.left('ms', true))
    this.#looking = AbortSignal.any([signal, AbortSignal.timeout(ms)])
  }

  titles(held: Names): Names {
    return this.#grown ? withTitles(held, this.#grown) : held
  }

  plan(run: Run): AsyncGenerator<EngineEvent, void> {
    return this.#attempt('plan', async (use) => {
      const parts = { models: use.models, signal: this.#looking, onUsage: use.onUsage('thinking') }
      return run.frontier.add(await planWithModel(run.question, parts))
    })
  }

  async *gather(run: Run, queries: readonly Query[], iteration: number): AsyncGenerator<EngineEvent, void> {
    const gatherer = this.#looking.aborted ? undefined : this.#gathererFor(run)
    if (!gatherer) return
    try {
      yield* gatherer.gather(queries, iteration, this.#looking)
    } catch (error) {
      this.#accompanied.signal.throwIfAborted()
      if (!this.#looking.aborted) throw error
    }
  }

  async *reflect(run: Run, more: boolean): AsyncGenerator<EngineEvent, Verdict> {
    if (this.#looking.aborted || this.#spending.reached(true) !== undefined) return { stop: 'budget' }
    if (this.#gatherer && !this.#gatherer.answered && !this.#options.hasCorpus) return { stop: 'providers_down' }
    const verdict: Verdict = {}
    const best = strongestOf(run)
    if (!more || best.length === 0) return verdict
    yield* this.#attempt('reflect', async (use) => {
      const parts = { models: use.models, signal: this.#looking, onUsage: use.onUsage('thinking') }
      const { done, queries } = await reflectWithModel(run.question.text, run.frontier.texts, best, parts)
      this.#satisfied = done
      if (done) {
        verdict.stop = 'model_satisfied'
        return []
      }
      const added = run.frontier.add(asQueries(queries, run.question, [REFLECTING, ...this.#screen.kept]))
      verdict.goOn = added.length > 0
      return added
    })
    return verdict
  }

  async *write(writing: Writing): AsyncGenerator<EngineEvent, void> {
    const use = this.#use
    if (!use) {
      yield* answerEvents(writing.twin())
      return
    }
    const { judged = false, contextTokens = CONTEXT_TOKENS } = this.#options
    const { budget, signal } = this.#accompanied
    yield* writeAnswer({
      ...writing,
      use,
      budget,
      signal,
      contextTokens,
      judged,
      degradation: this.#degradation,
      ms: this.#spending.left('ms', false),
      satisfied: this.#satisfied,
      quarantined: () => this.#screen.kept,
      onUncited: () => {
        this.#uncited += 1
      },
    })
  }

  usage(reckoned: Usage): Partial<Usage> {
    const { thinking = 0, answer = 0, total = 0 } = this.#use?.tokens() ?? {}
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
  async *#attempt(
    step: 'plan' | 'reflect',
    work: (use: ModelUse) => Promise<Query[]>,
  ): AsyncGenerator<EngineEvent, void> {
    const use = this.#use
    if (!use?.ready(true) || this.#looking.aborted) return
    try {
      const added = await work(use)
      if (added.length > 0) yield { type: 'thinking', content: tellAdded(added) }
    } catch (error) {
      this.#accompanied.signal.throwIfAborted()
      if (this.#looking.aborted) return
      use.failed(error)
      yield* this.#degradation.note(step, reasonOf(error), detailOf(error))
    }
  }

  #gathererFor(run: Run): Gatherer | undefined {
    const { web, hasCorpus } = this.#options
    if (!web || !this.#grown) return undefined
    this.#gatherer ??= createGatherer({
      chain: web.chain,
      held: this.#accompanied.library,
      pages: web.pages,
      library: this.#grown,
      calls: this.#accompanied.calls,
      spending: this.#spending,
      degradation: this.#degradation,
      language: run.question.language,
      hasCorpus,
    })
    return this.#gatherer
  }
}

const STRONGEST = 6
const SENTENCES_A_DOCUMENT = 3

/** The best sentences of the strongest documents. */
function strongestOf(run: Run): Evidence[] {
  const best = (evidence: readonly Evidence[]) =>
    [...evidence].sort((a, b) => b.worth - a.worth).slice(0, SENTENCES_A_DOCUMENT)
  return run.ledger
    .ranked()
    .slice(0, STRONGEST)
    .flatMap(({ evidence }) => best(evidence))
}
