import { EMPTY_LIBRARY } from '../empty-library.ts'
import { PROVIDER_MS } from './search/chain.ts'
import { SearchFailure, type SearchProvider } from './search/provider.ts'
import { openProvider, type SearchSetting } from './search/registry.ts'

/** What a trial of a search provider shows. */
export interface SearchTrial {
  /** Its name in `SEARCH`. */
  provider: string
  /** How many hits it found. */
  hits: number
  /** Why it did not answer; undefined if it did. */
  failure: SearchFailure | undefined
}

/** What everybody has something about. */
const QUERY = 'water'

/** Searches once with each provider that is not in this process. It gets as long as it gets in research. */
export async function trySearch(
  settings: readonly (SearchSetting | SearchProvider)[],
  { userAgent, signal }: { userAgent: string; signal: AbortSignal },
): Promise<SearchTrial[]> {
  const providers = settings.map((setting) => openProvider(setting, userAgent))
  return await Promise.all(
    providers
      .filter(({ local }) => !local)
      .map(async ({ name: provider, search, ms = PROVIDER_MS }) => {
        const late = AbortSignal.timeout(ms)
        const inTime = AbortSignal.any([signal, late])
        try {
          const hits = await search({ query: QUERY, limit: 1, language: 'en', held: EMPTY_LIBRARY, signal: inTime })
          return { provider, hits: hits.length, failure: undefined }
        } catch (error) {
          signal.throwIfAborted()
          return { provider, hits: 0, failure: late.aborted ? silentFor(ms) : failureOf(error) }
        }
      }),
  )
}

const silentFor = (ms: number) => new SearchFailure('timeout', `sends nothing for ${ms / 1000} s`)

const failureOf = (error: unknown) =>
  error instanceof SearchFailure ? error : new SearchFailure('format', 'sent an unexpected response')
