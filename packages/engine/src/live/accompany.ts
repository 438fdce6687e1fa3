import type { Usage } from '@deep-research/sdk/contract'
import { isInstruction, quarantine } from '#guard/instructions.ts'
import { asQueries, planWithModel } from '#plan/model-plan.ts'
import type { PageReader } from '#providers/fetch/page-reader.ts'
import type { SearchChain } from '#providers/search/chain.ts'
import { REFLECTING, reflectWithModel } from '#reflect/model-reflect.ts'
import { NameDictionary, type Names } from '#text/name-dictionary.ts'
import { type Limits, limitsFor, Spending } from '../budget.ts'
import type { AccompaniedRun, Accompany, Companion, Verdict } from '../companion.ts'
import type { Evidence } from '../ledger.ts'
import { tellAdded } from '../narrate.ts'
import type { Models } from '../ports.ts'
import type { Run } from '../run.ts'
import type { EngineEvent, Library, Query, SourceDocument } from '../types.ts'
import { createDegradation, detailOf, type OnDegraded, reasonOf } from './degradation.ts'
import { createGatherer } from './gather-pages.ts'
import { type GrownLibrary, growLibrary } from './grown-library.ts'
import { createModelUse } from './model-use.ts'
import { writeAnswer } from './write-answer.ts'

export interface Web {
  /** The providers, over a run's own collection where that is one of them. */
  chain: (library: Library) => SearchChain
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
  return (run) => accompany(options, run)
}

function accompany(
  options: AccompanyOptions,
  { task, signal, calls, budget, library: held, now }: AccompaniedRun,
): Companion {
  const { models, web, judged = false, contextTokens = CONTEXT_TOKENS } = options
  const grown = web && growLibrary(held)
  const library = grown ?? held
  const spending = new Spending({ ...limitsFor(task.level), ...options.limits }, now)
  const degradation = createDegradation(options.onDegraded)
  const use = models && createModelUse(models, spending)
  const screen = createScreen((id) => grown?.isNew(id) === true)
  // Looking ends while there is time left for the answer.
  const looking = AbortSignal.any([signal, AbortSignal.timeout(Math.ceil(spending.left('ms', true)))])
  let gatherer: ReturnType<typeof createGatherer> | undefined
  let satisfied = false
  let uncited = 0

  /** Does a step that may add queries, and notes where it fails; an abort from outside is thrown, the end of looking is not. */
  async function* attempt(step: 'plan' | 'reflect', work: () => Promise<Query[]>): AsyncGenerator<EngineEvent, void> {
    if (!use?.ready(true) || looking.aborted) return
    try {
      const added = await work()
      if (added.length > 0) yield { type: 'thinking', content: tellAdded(added) }
    } catch (error) {
      signal.throwIfAborted()
      if (looking.aborted) return
      use.failed(error)
      yield* degradation.note(step, reasonOf(error), detailOf(error))
    }
  }

  return {
    library,
    screen: screen.screen,
    titles: (names) => (grown ? withTitles(names, grown) : names),
    plan: (run) =>
      attempt('plan', async () => {
        if (!use) return []
        const planned = { models: use.models, signal: looking, onUsage: use.onUsage('thinking') }
        return run.frontier.add(await planWithModel(run.question, planned))
      }),
    async *gather(run, queries, iteration) {
      if (!web || !grown || looking.aborted) return
      const { hasCorpus } = options
      const { language } = run.question
      gatherer ??= createGatherer({
        chain: web.chain(held),
        pages: web.pages,
        library: grown,
        calls,
        spending,
        degradation,
        language,
        hasCorpus,
      })
      try {
        yield* gatherer.gather(queries, iteration, looking)
      } catch (error) {
        signal.throwIfAborted()
        if (!looking.aborted) throw error
      }
    },
    async *reflect(run, more): AsyncGenerator<EngineEvent, Verdict> {
      const verdict: Verdict = {}
      if (looking.aborted || spending.reached(true) !== undefined) return { stop: 'budget' }
      if (gatherer && !gatherer.answered && !options.hasCorpus) return { stop: 'providers_down' }
      if (!more) return verdict
      yield* attempt('reflect', async () => {
        if (!use) return []
        const parts = { models: use.models, signal: looking, onUsage: use.onUsage('thinking') }
        const best = strongestOf(run)
        if (best.length === 0) return []
        const { done, queries } = await reflectWithModel(run.question.text, run.frontier.texts, best, parts)
        const added = done ? [] : run.frontier.add(asQueries(queries, run.question, [REFLECTING, ...screen.kept]))
        satisfied = done
        if (done) verdict.stop = 'model_satisfied'
        else if (added.length > 0) verdict.goOn = true
        return added
      })
      return verdict
    },
    async *write(writing) {
      if (!use) {
        for (const content of writing.twin()) yield { type: 'answer', content }
        return
      }
      yield* writeAnswer({
        ...writing,
        use,
        budget,
        degradation,
        signal,
        contextTokens,
        judged,
        satisfied,
        quarantined: () => screen.kept,
        onUncited: () => {
          uncited += 1
        },
      })
    },
    usage(): Partial<Usage> {
      const tokens = use?.tokens()
      const told = tokens !== undefined && tokens.total > 0
      return {
        ...(told && { thinking_tokens: tokens.thinking, total_tokens: tokens.total }),
        ...(told && tokens.answer > 0 && { answer_tokens: tokens.answer }),
        ...(use && { uncited_sentences: uncited }),
        ...(degradation.steps.length > 0 && { degraded: degradation.steps.map((each) => ({ ...each })) }),
      }
    },
  }
}

/** Names with the titles of a run's own documents, as they come. */
function withTitles(held: Names, grown: GrownLibrary): Names {
  let own = new NameDictionary([])
  let count = 0
  return {
    namedIn(text) {
      const { added } = grown
      if (added.length > count) {
        own = new NameDictionary(added.map(({ id, title }) => ({ documentId: id, name: title })))
        count = added.length
      }
      const found = held.namedIn(text)
      for (const [name, ids] of own.namedIn(text)) found.set(name, [...new Set([...(found.get(name) ?? []), ...ids])])
      return found
    },
  }
}

const STRONGEST = 6
const SENTENCES_A_DOCUMENT = 3

/** The best sentences of the strongest documents. */
function strongestOf(run: Run): Evidence[] {
  const best = (evidence: readonly Evidence[]) =>
    [...evidence].sort((a, b) => b.score - a.score).slice(0, SENTENCES_A_DOCUMENT)
  return run.ledger
    .ranked()
    .slice(0, STRONGEST)
    .flatMap(({ evidence }) => best(evidence))
}

const ADDRESS = /\bhttps?:\/\/|\bwww\.\w/i
const ADDRESS_WITH_DATA = /\b(?:https?|ftp):\/\/\S*[?#]\S/i
const MOST_KEPT = 300

/**
 * Keeps sentences away that speak to a model, or lead elsewhere: of a stranger's page any address, of the operator's own
 * documents one with something in hand.
 */
function createScreen(isOfTheWeb: (id: string) => boolean) {
  const kept: string[] = []
  const screen = ({ id }: SourceDocument, evidence: Evidence[]): Evidence[] => {
    const { clean, kept: away } = quarantine(evidence)
    const flagged = away.filter(({ quote }) => isInstruction(quote) && !kept.includes(quote))
    if (kept.length < MOST_KEPT) kept.push(...flagged.map(({ quote }) => quote))
    const leadsAway = isOfTheWeb(id) ? ADDRESS : ADDRESS_WITH_DATA
    return clean.filter(({ quote }) => !leadsAway.test(quote))
  }
  return { kept, screen }
}
