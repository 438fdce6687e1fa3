import { type HostRules, hostFilter } from '#http/host-rules.ts'
import { cut } from '#language/cut.ts'
import { Breaker } from './breaker.ts'
import { fuse } from './fuse.ts'
import { QUEUE } from './pace.ts'
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
  /** Its name in `SEARCH`. */
  provider: string
  /** Whether it is asked at the moment. */
  asked: boolean
}

export type SearchChain = ReturnType<typeof createSearchChain>

export interface ChainOptions {
  providers: readonly SearchProvider[]
  /** Milliseconds of a clock that never goes back. Default: `performance.now`. */
  now?: () => number
  /** Milliseconds that one provider gets, a second attempt included. Default: `PROVIDER_MS`. */
  providerMs?: number
  /** Which hosts' pages are hits. Default: all. */
  hosts?: HostRules | undefined
}

/** Milliseconds that one provider gets for a search, a second attempt included. */
export const PROVIDER_MS = 8_000
/** Hits asked of each provider: a page of results. */
export const LIMIT = 10
/** Hits with which no further provider is asked. */
const ENOUGH = 4

/** Search providers in order of preference; the next one is asked if those before it find too little. */
export function createSearchChain(options: ChainOptions) {
  const { now = () => performance.now(), providerMs = PROVIDER_MS, hosts = {} } = options
  const mayRead = hostFilter(hosts)
  // What has no address of the web is of a provider that the operator runs.
  const isHeld = ({ documentId, document, record, url }: SearchHit) =>
    documentId !== undefined || document !== undefined || (record !== undefined && url.startsWith('urn:'))
  const links = options.providers.map((provider) => ({ provider, breaker: new Breaker(now) }))
  return {
    /** Each provider, and whether it is worth asking now: one that failed again and again is left alone for a while. */
    get states(): ProviderState[] {
      return links.map(({ provider, breaker }) => ({ provider: provider.name, asked: breaker.closed }))
    },
    /** @throws the signal's reason when aborted; a provider's failure is told in the attempts */
    async search(request: Omit<SearchRequest, 'limit' | 'hosts'>): Promise<ChainAnswer> {
      const lists: SearchHit[][] = []
      const attempts: ProviderAttempt[] = []
      for (const { provider, breaker } of links) {
        const found = await askOne(provider, breaker, { ...request, hosts, limit: LIMIT }, providerMs)
        const hits = found.hits.filter((hit) => isHeld(hit) || mayRead(hit.url))
        const outcome = hits.length === 0 && found.outcome === 'answered' ? 'empty' : found.outcome
        attempts.push({ provider: provider.name, outcome, hits: hits.length })
        if (hits.length > 0) lists.push(hits)
        if (fuse(lists).length >= ENOUGH || hits.length >= (provider.enough ?? Number.POSITIVE_INFINITY)) break
      }
      return { hits: fuse(lists), attempts }
    },
  }
}

async function askOne(
  provider: SearchProvider,
  breaker: Breaker,
  request: SearchRequest,
  providerMs: number,
): Promise<{ hits: SearchHit[]; outcome: ProviderAttempt['outcome'] }> {
  const { signal } = request
  signal.throwIfAborted()
  if (!breaker.closed) return { hits: [], outcome: 'skipped' }
  // Its time does not pass while it waits for its turn.
  const late = AbortSignal.timeout((provider.ms ?? providerMs) + QUEUE * (provider.everyMs ?? 0))
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

/** A query cut at a word to what a provider takes, its lines joined. */
export function clipQuery(query: string, { characters, words }: SearchProvider['longest']): string {
  const line = query.replace(/\s+/g, ' ').trim().split(' ').slice(0, words).join(' ')
  if (line.length <= characters) return line
  const end = line.lastIndexOf(' ', characters)
  return cut(line, end > characters / 2 ? end : characters)
}
