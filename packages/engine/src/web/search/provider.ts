import type { Library } from '../../types.ts'

/** A page that a search provider names. Nothing of it is trusted; the page itself is read before it is quoted. */
export interface SearchHit {
  url: string
  title: string
  /** What the provider shows of it: plain text, may be empty. */
  snippet: string
  /** The page's text as the provider read it, where it gives that. */
  text?: string
  authors?: readonly string[]
  /** As the provider gives it. */
  date?: string
  /** Named only by a provider that holds its documents itself: there is nothing to fetch. */
  documentId?: string
}

/** What a provider takes. A query that is longer is cut to fit. */
export interface ProviderLimits {
  queryCharacters: number
  queryWords?: number
  /** The most hits of one search. */
  hits: number
}

export interface SearchRequest {
  /** What is searched for, in words. */
  query: string
  /** How many hits are wanted. */
  limit: number
  /** BCP 47, of the question; a provider that does not mind ignores it. */
  language: string
  /** What the run holds already. Only a provider that searches this collection looks at it. */
  held: Library
  signal: AbortSignal
}

/** One search service. */
export interface SearchProvider {
  readonly name: string
  readonly limits: ProviderLimits
  /** Whether it searches what the run holds: it costs nothing, and is never left alone. Default: false. */
  readonly local?: boolean
  /** Hits of its own with which no further provider is asked. Default: as the chain has it. */
  readonly enough?: number
  /**
   * Hits, the best first; none where it knows of none.
   * @throws {SearchFailure} saying what went wrong; the signal's reason when aborted
   */
  search(request: SearchRequest): Promise<SearchHit[]>
}

/** `key`: it does not take the key. `quota`: too many searches. */
export type SearchReason = 'key' | 'quota' | 'timeout' | 'unreachable' | 'status' | 'format'

/** A search that gave nothing to go on with. The message is one line and holds no key. */
export class SearchFailure extends Error {
  override readonly name = 'SearchFailure'
  readonly reason: SearchReason
  /** Milliseconds that the provider asks to be left alone. */
  readonly retryAfter: number | undefined
  constructor(reason: SearchReason, message: string, retryAfter?: number) {
    super(message)
    this.reason = reason
    this.retryAfter = retryAfter
  }
}
