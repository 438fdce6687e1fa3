import { bearsOn, support } from '#evidence/support.ts'
import { contentTerms, terms } from '#language/terms.ts'
import type { ModelEndpoint } from '#model/client/endpoint.ts'
import { weighTerms } from '#question/weights.ts'
import type { Dial, Resolve } from '#web/fetch/dial.ts'
import type { FetchLimits } from '#web/fetch/guarded-fetch.ts'
import { createPageReader, type PageReader } from '#web/fetch/page-reader.ts'
import { openPageStore } from '#web/fetch/page-store.ts'
import { brave } from '#web/search/brave.ts'
import { createSearchChain, type SearchChain } from '#web/search/chain.ts'
import { exa } from '#web/search/exa.ts'
import { heldLibrary } from '#web/search/held-library.ts'
import { searxng } from '#web/search/searxng.ts'
import { tavily } from '#web/search/tavily.ts'
import type { SearchProvider } from '#web/search/types.ts'
import { wikipedia } from '#web/search/wikipedia.ts'
import { accompanyWith, type Web } from './accompany.ts'
import type { Limits } from './budget.ts'
import type { Accompany } from './companion.ts'
import type { OnDegraded } from './degradation.ts'
import { BackendLostError } from './ports.ts'
import type { Library } from './types.ts'

/** A search provider with what it needs, or the engine's own collection. */
export type SearchSetting =
  | { name: 'corpus' }
  | { name: 'tavily' | 'brave' | 'exa'; apiKey: string; baseUrl?: string }
  | { name: 'searxng'; url: string }
  | { name: 'wikipedia'; site?: (language: string) => string }

export interface LiveOptions {
  /** Default: no model; the loop's own steps. */
  model?: ModelEndpoint | undefined
  /** In order of preference. The corpus alone: nothing leaves this process. */
  search: readonly SearchSetting[]
  /** Where the text of pages is kept: a path, or `:memory:`. */
  pagesFile: string
  /** Whether a model judges claims that are not word for word. Default: false. */
  judged?: boolean | undefined
  /** Tokens that the smart model takes in and gives out together. Default: 16,384. */
  contextTokens?: number | undefined
  /** Whether research begins although the model can not be reached. Default: false. */
  beginsWithoutModel?: boolean | undefined
  /** Sent to sites and to Wikipedia. */
  userAgent: string
  /** Over those of the level. */
  limits?: Partial<Limits> | undefined
  /** Told, in one line for the operator, of every step that was done in a simpler way. */
  onDegraded?: OnDegraded | undefined
  /** Milliseconds before a model's first retry. Default: 500. */
  retryPauseMs?: number | undefined
  /** How pages are reached, where it is not the system's way. */
  reach?: { resolve?: Resolve; dial?: Dial; limits?: Partial<FetchLimits> } | undefined
}

/** Models and the live web, ready to accompany runs. */
export interface Live {
  accompany: Accompany
  /** @throws BackendLostError where research can not begin */
  ready(signal: AbortSignal): Promise<void>
  close(): void
}

/** Opens what the options name. Nothing is asked of anyone yet. */
export async function openLive(options: LiveOptions): Promise<Live> {
  const { model, search, judged, contextTokens, limits, retryPauseMs } = options
  const models =
    model && (await (await import('#model/client/models.ts')).openModels({ endpoint: model, pauseMs: retryPauseMs }))
  const hasCorpus = search.some(({ name }) => name === 'corpus')
  const web = search.some(({ name }) => name !== 'corpus') ? openWeb(options) : undefined
  const reachModel = createReach(options)
  return {
    accompany: accompanyWith({ models, web, hasCorpus, judged, contextTokens, limits, onDegraded: options.onDegraded }),
    async ready(signal) {
      if (web && !hasCorpus && !web.available()) throw new BackendLostError('No search provider answers.')
      await reachModel(signal)
    },
    close: () => web?.pages.close(),
  }
}

/** Milliseconds that a model that was there is taken to be there, and one that was not to be gone. */
const THERE = 30_000
const GONE = 2_000

function createReach({ model, beginsWithoutModel }: LiveOptions): (signal: AbortSignal) => Promise<void> {
  let known: { lost: boolean; until: number } | undefined
  return async (signal) => {
    if (!model || beginsWithoutModel) return
    if (!known || performance.now() >= known.until) {
      const { reach } = await import('#model/client/probe.ts')
      const lost = await reach(model, signal).then(
        () => false,
        () => true,
      )
      signal.throwIfAborted()
      known = { lost, until: performance.now() + (lost ? GONE : THERE) }
    }
    if (known.lost) throw new BackendLostError('The model can not be reached.')
  }
}

function openWeb({
  search,
  pagesFile,
  userAgent,
  reach = {},
}: LiveOptions): Web & { pages: PageReader; available(): boolean } {
  const pages = createPageReader({ store: openPageStore({ file: pagesFile }), userAgent, ...reach })
  let library: Library | undefined
  const corpus: SearchProvider = heldLibrary({
    library: () => library,
    terms: (query) => [...contentTerms(query)],
    bearsOn: (passage, query) => {
      const wanted = contentTerms(query)
      return library !== undefined && bearsOn(support(terms(passage), weighTerms(wanted, library)), wanted.size)
    },
  })
  const chain: SearchChain = createSearchChain({ providers: search.map((one) => providerOf(one, corpus, userAgent)) })
  return {
    pages,
    available: () => chain.available,
    chain(held) {
      library = held
      return chain
    },
  }
}

function providerOf(setting: SearchSetting, corpus: SearchProvider, userAgent: string): SearchProvider {
  switch (setting.name) {
    case 'corpus':
      return corpus
    case 'tavily':
      return tavily(setting)
    case 'brave':
      return brave(setting)
    case 'exa':
      return exa(setting)
    case 'searxng':
      return searxng(setting)
    case 'wikipedia':
      return wikipedia({ ...setting, userAgent })
  }
}
