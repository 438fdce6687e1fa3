import type { HostRules } from '#http/host-rules.ts'
import { RemoteFailure } from '#http/with-retries.ts'
import type { Library, WholeDocument } from '../../types.ts'

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
  /** The whole document, from a provider that holds it: there is nothing to fetch. */
  document?: Omit<WholeDocument, 'id'>
  /**
   * What a service of others knows of a publication, such as its abstract. It is cleaned as a page is, and stands for the
   * publication where no `fullText` of it is read.
   */
  record?: Omit<WholeDocument, 'id'>
  /** Where the whole text of what the record describes may be read. */
  fullText?: string
}

/** What a provider is asked. */
export interface SearchRequest {
  /** What is searched for, in words. */
  query: string
  /** How many hits are wanted. */
  limit: number
  /** BCP 47, of the question; a provider that does not mind ignores it. */
  language: string
  /** Of which hosts pages are wanted. Default: all. Hits of others are dropped, so that a provider may ignore it. */
  hosts?: HostRules | undefined
  /** What the run holds already. Only a provider that searches this collection looks at it. */
  held: Library
  /** What was found in `held`, if it was searched in another thread. */
  found?: readonly SearchHit[] | undefined
  signal: AbortSignal
}

/** What is known of a search service before it is asked. */
interface ProviderTraits<Name extends string> {
  readonly name: Name
  /** The longest query that it takes, as its documentation says; a longer one is cut to fit. */
  readonly longest: { characters: number; words?: number }
  /** Whether it searches what the run holds: it costs nothing, and is never left alone. Default: false. */
  readonly local?: boolean
  /** Whether all its pages are of one site, which whoever asks it has chosen. Default: false. */
  readonly ofOneSite?: boolean
  /** Hits of its own with which no further provider is asked. Default: as the chain has it. */
  readonly enough?: number
  /** Milliseconds between two requests, as its terms ask. Default: it may be asked at any time. */
  readonly everyMs?: number
  /** Milliseconds that it gets for a search, a second attempt included. Default: as the chain has it. */
  readonly ms?: number
}

/** One search service, ready to be asked. */
export interface SearchProvider extends ProviderTraits<string> {
  /**
   * Hits, the best first; none where it knows of none.
   * @throws {SearchFailure} saying what went wrong; the signal's reason when aborted
   */
  search(request: SearchRequest): Promise<SearchHit[]>
}

/** A setting that an operator has to give: the variable that holds it, and whether it is a key, an address or a name. */
export interface NeededSetting {
  variable: string
  kind: 'key' | 'address' | 'name'
  /** Whether it may be missing. */
  optional?: true
}

/**
 * Waits until a service may be asked again.
 * @throws {SearchFailure} `quota` where too many wait already; the signal's reason when aborted
 */
export type Pace = (signal: AbortSignal) => Promise<void>

/** How sites are asked. */
export interface Manners {
  /** How this service names itself to them. */
  userAgent: string
  /** Waits until the service may be asked again. Default: there is nothing to wait for. */
  pace?: Pace | undefined
}

/** A kind of search service: its name in `SEARCH`, what an operator sets for it, and how it is asked with that. */
export interface ProviderKind<Name extends string, Options extends object> extends ProviderTraits<Name> {
  /** By the name of the option that takes the setting. */
  readonly needs: { readonly [Option in keyof Options & string]?: NeededSetting }
  /** As a provider's. */
  search(request: SearchRequest, options: Options & Manners): Promise<SearchHit[]>
}

/** `key`: it does not take the key. `quota`: too many searches. */
export type SearchReason = 'key' | 'quota' | 'timeout' | 'unreachable' | 'status' | 'format'

/** A search that failed: the message holds no key. */
export class SearchFailure extends RemoteFailure<SearchReason> {
  override readonly name = 'SearchFailure'
}
