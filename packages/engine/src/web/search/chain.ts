import { Breaker } from './breaker.ts'
import { clipQuery } from './clip-query.ts'
import { fuse } from './fuse.ts'
import {
  SearchFailure,
  type SearchHit,
  type SearchProvider,
  type SearchReason,
  type SearchRequest,
} from './provider.ts'

/** How one provider fared. */
export interface ProviderAttempt {
  provider: string
  /** `skipped`: it failed so often that it is left alone for now. */
  outcome: 'answered' | 'empty' | 'skipped' | SearchReason
  hits: number
}

export interface ChainAnswer {
  /** Fused, the best first. */
  hits: SearchHit[]
  attempts: ProviderAttempt[]
}

/** A search provider, and whether it is asked at the moment. */
export interface ProviderState {
  provider: string
  asked: boolean
}

/** Search providers in order of preference; the next one is asked if those before it find too little. */
export interface SearchChain {
  readonly providers: readonly string[]
  /** Each, and whether it is worth asking now: one that failed again and again is left alone for a while. */
  readonly states: readonly ProviderState[]
  /** Whether any provider is worth asking now. */
  readonly available: boolean
  /** @throws the signal's reason when aborted; a provider's failure is told in the attempts */
  search(request: Omit<SearchRequest, 'limit'>): Promise<ChainAnswer>
}

export interface ChainOptions {
  providers: readonly SearchProvider[]
  /** Milliseconds of a clock that never goes back. Default: `performance.now`. */
  now?: () => number
  /** If this many hits are found, no further provider is asked. Default: 4. */
  enough?: number
  /** Hits asked of each. Default: 10. */
  limit?: number
  /** Milliseconds that one provider gets, a second attempt included. Default: 12,000. */
  providerMs?: number
}

export function createSearchChain(options: ChainOptions): SearchChain {
  const { now = () => performance.now(), enough = 4, limit = 10, providerMs = 12_000 } = options
  const links = options.providers.map((provider) => ({ provider, breaker: new Breaker(now) }))
  return {
    providers: links.map(({ provider }) => provider.name),
    get states() {
      return links.map(({ provider, breaker }) => ({ provider: provider.name, asked: breaker.closed }))
    },
    get available() {
      return links.some(({ breaker }) => breaker.closed)
    },
    async search(request) {
      const lists: SearchHit[][] = []
      const attempts: ProviderAttempt[] = []
      for (const { provider, breaker } of links) {
        const { hits, outcome } = await askOne(provider, breaker, { ...request, limit, providerMs })
        attempts.push({ provider: provider.name, outcome, hits: hits.length })
        if (hits.length > 0) lists.push(hits)
        if (fuse(lists).length >= enough || hits.length >= (provider.enough ?? Number.POSITIVE_INFINITY)) break
      }
      return { hits: fuse(lists), attempts }
    },
  }
}

interface Asked extends SearchRequest {
  providerMs: number
}

async function askOne(
  provider: SearchProvider,
  breaker: Breaker,
  { providerMs, ...request }: Asked,
): Promise<{ hits: SearchHit[]; outcome: ProviderAttempt['outcome'] }> {
  const { signal } = request
  signal.throwIfAborted()
  if (!breaker.closed) return { hits: [], outcome: 'skipped' }
  const late = AbortSignal.timeout(providerMs)
  const inTime = AbortSignal.any([signal, late])
  try {
    const query = clipQuery(request.query, provider.longest)
    const hits = await provider.search({ ...request, query, signal: inTime })
    if (hits.length > 0) breaker.succeeded()
    else if (!provider.local) breaker.failed(true)
    return { hits, outcome: hits.length > 0 ? 'answered' : 'empty' }
  } catch (error) {
    signal.throwIfAborted()
    breaker.failed()
    if (late.aborted) return { hits: [], outcome: 'timeout' }
    if (error instanceof SearchFailure && error.reason === 'quota' && error.retryAfter !== undefined) {
      breaker.rest(error.retryAfter)
    }
    return { hits: [], outcome: error instanceof SearchFailure ? error.reason : 'format' }
  }
}
