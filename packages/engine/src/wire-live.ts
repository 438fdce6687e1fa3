import type { ModelEndpoint } from '#model/client/endpoint.ts'
import { ModelFailure } from '#model/failure.ts'
import type { Dial, Resolve } from '#web/fetch/dial.ts'
import { FetchFailure } from '#web/fetch/failure.ts'
import type { FetchLimits, GuardedFetchOptions } from '#web/fetch/guarded-fetch.ts'
import { createPageReader } from '#web/fetch/page-reader.ts'
import { openPageStore } from '#web/fetch/page-store.ts'
import type { ReaderSetting } from '#web/rendering/readers.ts'
import { createRenderer } from '#web/rendering/renderer.ts'
import { createSearchChain, type ProviderState } from '#web/search/chain.ts'
import type { createPace } from '#web/search/pace.ts'
import type { SearchProvider } from '#web/search/provider.ts'
import { openProvider, type SearchSetting } from '#web/search/registry.ts'
import type { Assist } from './assistant.ts'
import { type AssistOptions, assistWith, type Outside, type Web } from './live-assistant.ts'
import { BackendLostError } from './types.ts'

/** The model and the search providers, and how they are used. */
export interface LiveOptions extends Omit<AssistOptions, 'models' | 'web' | 'hasCorpus'> {
  /** Default: no model; the loop's own steps. */
  model?: ModelEndpoint | undefined
  /** In order of preference, each by its settings, or open. The corpus alone: nothing leaves this process. */
  search: readonly (SearchSetting | SearchProvider)[]
  /** Where the text of pages is kept: a path, or `:memory:`. */
  pagesFile: string
  /** Whether research begins although the model cannot be reached. Default: false. */
  beginsWithoutModel?: boolean | undefined
  /** What opens pages in a browser that have next to no text without one. Default: nothing. */
  pageReader?: ReaderSetting | undefined
  /** Which hosts' pages are sources, of all that a run finds on the web. Default: all. */
  hosts?: GuardedFetchOptions['hosts']
  /** Pages of one host that a run reads. Default: 10; no limit where all that is searched is one site. */
  pagesAHost?: number | undefined
  /** How this service names itself to the sites and services that it asks. */
  userAgent: string
  /** Milliseconds before a model's first retry. Default: 500. */
  retryPauseMs?: number | undefined
  /** How pages are reached, and services waited for, where it is not the system's way. */
  reach?:
    | {
        resolve?: Resolve
        dial?: Dial
        limits?: Partial<FetchLimits>
        /** How a service is waited for that wants so many milliseconds between two requests. */
        makePace?: typeof createPace
      }
    | undefined
}

/** Models and the live web, ready to assist runs. */
export interface Live {
  /** Takes part in each run. */
  assist: Assist
  /** The models and the web, for runs in another thread. */
  readonly outside: Outside
  /** The search providers, and whether each is asked at the moment; none where only the corpus is searched. */
  readonly providers: readonly ProviderState[]
  /** With what calls of models and pages fail. */
  readonly failures: { model: typeof ModelFailure; page: typeof FetchFailure }
  /** @throws BackendLostError where research cannot begin */
  ready(signal: AbortSignal): Promise<void>
  /** Closes the file of pages, and ends what is under way. */
  close(): void
}

/** Opens what the options name. Nothing is asked of anyone yet. */
export async function wireLive(options: LiveOptions): Promise<Live> {
  const { model, search, retryPauseMs } = options
  const models =
    model && (await (await import('#model/client/models.ts')).openModels({ endpoint: model, pauseMs: retryPauseMs }))
  const hasCorpus = search.some(({ name }) => name === 'corpus')
  const web = search.some(({ name }) => name !== 'corpus') ? openWeb(options) : undefined
  const reachModel = createReach(options, () => models?.barred === true)
  return {
    assist: assistWith({ ...options, models, web, hasCorpus }),
    outside: { models, web },
    get providers() {
      return web?.chain.states ?? []
    },
    failures: { model: ModelFailure, page: FetchFailure },
    async ready(signal) {
      if (web && !hasCorpus && !web.chain.states.some(({ asked }) => asked))
        throw new BackendLostError('No search provider answers.', { code: 'SEARCH_UNREACHABLE' })
      await reachModel(signal)
    },
    close: () => web?.pages.close(),
  }
}

/** Milliseconds that a model that was there is taken to be there, and one that was not to be gone: it may come back. */
const THERE = 30_000
const GONE = 2_000

function createReach({ model, beginsWithoutModel }: LiveOptions, isBarred: () => boolean) {
  let known: { lost: ReturnType<typeof whyLost> | undefined; until: number } | undefined
  return async (signal: AbortSignal): Promise<void> => {
    if (!model || beginsWithoutModel) return
    if (!known || performance.now() >= known.until) {
      const { reach } = await import('#model/client/probe.ts')
      const lost = await reach(model, signal).then(() => undefined, whyLost)
      signal.throwIfAborted()
      known = { lost, until: performance.now() + (lost ? GONE : THERE) }
    }
    const code = known.lost ?? (isBarred() ? 'MODEL_BARRED' : undefined)
    if (code !== undefined) throw new BackendLostError(LOST_MODEL[code], { code })
  }
}

const LOST_MODEL = {
  MODEL_UNREACHABLE: 'The model cannot be reached.',
  MODEL_KEY_REJECTED: 'The model’s endpoint rejects the key.',
  MODEL_BARRED: 'The model’s endpoint rejects the key, or its account is empty.',
}

function whyLost(failure: unknown): 'MODEL_KEY_REJECTED' | 'MODEL_UNREACHABLE' {
  return failure instanceof ModelFailure && failure.reason === 'key' ? 'MODEL_KEY_REJECTED' : 'MODEL_UNREACHABLE'
}

/** As many of one site would be no research any more, and a handbook of which each chapter is a page has them. */
const PAGES_A_HOST = 10

function openWeb({ search, pagesFile, userAgent, hosts, pagesAHost, pageReader, reach = {} }: LiveOptions): Web {
  const providers = search.map((one) => openProvider(one, userAgent, reach.makePace))
  const renderer = pageReader && createRenderer({ ...pageReader, userAgent, ...reach })
  const ofOneSite = providers.every(({ local, ofOneSite }) => local || ofOneSite)
  return {
    pages: createPageReader({ store: openPageStore({ file: pagesFile }), userAgent, hosts, ...reach, renderer }),
    chain: createSearchChain({ providers, hosts }),
    pagesAHost: pagesAHost ?? (ofOneSite ? Number.POSITIVE_INFINITY : PAGES_A_HOST),
  }
}
