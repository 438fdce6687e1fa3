import { EMPTY_LIBRARY } from '../empty-library.ts'
import { PROVIDER_MS } from './search/chain.ts'
import { SearchFailure } from './search/provider.ts'
import { openProvider, type SearchName, type SearchSetting } from './search/registry.ts'

/** What a trial of a search provider shows. */
export interface SearchTrial {
  /** Its name in `SEARCH`. */
  provider: SearchName
  /** How many hits it found. */
  hits: number
  /** Why it did not answer; undefined if it did. */
  failure: SearchFailure | undefined
}

/** What everybody has something about. */
const QUERY = 'water'

/** Searches once with each provider that is not in this process. It gets as long as it gets in research. */
export async function trySearch(
  settings: readonly SearchSetting[],
  { userAgent, signal }: { userAgent: string; signal: AbortSignal },
): Promise<SearchTrial[]> {
  const providers = settings.map((setting) => ({ setting, ...openProvider(setting, userAgent) }))
  return await Promise.all(
    providers
      .filter(({ local }) => !local)
      .map(async ({ setting, search }) => {
        const provider = setting.name
        const late = AbortSignal.timeout(PROVIDER_MS)
        const inTime = AbortSignal.any([signal, late])
        try {
          const hits = await search({ query: QUERY, limit: 1, language: 'en', held: EMPTY_LIBRARY, signal: inTime })
          return { provider, hits: hits.length, failure: undefined }
        } catch (error) {
          signal.throwIfAborted()
          return { provider, hits: 0, failure: late.aborted ? SILENT : failureOf(error) }
        }
      }),
  )
}

const SILENT = new SearchFailure('timeout', `sends nothing for ${PROVIDER_MS / 1000} s`)

const failureOf = (error: unknown) =>
  error instanceof SearchFailure ? error : new SearchFailure('format', 'sent an unexpected response')
