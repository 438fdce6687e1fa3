import type { FailureCode, ReasoningLevel, Usage } from '@deep-research/sdk/contract'
import type { LedgerEntry } from '#accounts/credits.ts'
import type { KeptRequest, RequestDetails } from './ports.ts'

/** A request as its owner sees it. Times are milliseconds since 1970. */
export interface RequestRecord extends RequestDetails {
  status: KeptRequest['status']
  failure: FailureCode | undefined
  usage: Usage | undefined
  startedAt: number
  endedAt: number | undefined
}

/** An entry of the ledger as it is shown. */
export interface LedgerLine extends LedgerEntry {
  /** 1, 2, 3 … for each balance. */
  sequence: number
  /** The balance after this entry. */
  balanceAfter: number
  createdAt: number
  /** Whether the question and the answer of its request were deleted. */
  requestDeleted: boolean
}

/**
 * A part of a range in which local time differs from UTC by a fixed number of milliseconds; `to` itself is excluded.
 */
export interface Stretch {
  from: number
  to: number
  offset: number
}

/** The totals of one key at one level on one day. */
export interface UsageTotal {
  /** The local date, given as the time in milliseconds since 1970 at which it begins in UTC. */
  day: number
  /** Undefined for the playground, and for requests made before keys were recorded. */
  keyId: string | undefined
  level: ReasoningLevel
  requests: number
  /** Credits charged, less those refunded. */
  credits: number
}

/** One page of a list, newest first, and the cursor of the next page. */
export interface Page<Item> {
  items: Item[]
  /** Opaque; undefined on the last page. */
  next: string | undefined
}

/** Where a page begins in a list, and how many items it has. */
export interface PageRequest {
  /** The `next` of an earlier page; anything else gives the first page. */
  after?: string | undefined
  limit: number
}

/** The states that a request can have. */
export const REQUEST_STATES = ['running', 'completed', 'failed', 'cancelled'] as const
export type RequestState = (typeof REQUEST_STATES)[number]

/** Which requests to list; all given conditions must hold. */
export interface RequestFilter {
  /** A part of the question or of the metadata, in upper or lower case, or the request's id or the caller's own. */
  text?: string
  level?: ReasoningLevel
  status?: RequestState
  /** The key that made the request; if the property is present but undefined, no key did. */
  keyId?: string | undefined
  /** Sent at this time or later. */
  from?: number
  /** Sent before this time. */
  before?: number
}

/** Reads past requests and charges. */
export interface HistoryStore {
  /** What an account has spent since a time, in credits; what failed was refunded. */
  spent(accountId: string, since: number): Promise<number>
  /** An account's requests that were not deleted, the newest first. */
  requests(accountId: string, page: PageRequest & { filter?: RequestFilter }): Promise<Page<RequestRecord>>
  /**
   * Deletes the question, the answer, the events and everything else that the caller sent with a request that has
   * ended. The charge stays. False if there is no such request, or it is still running.
   */
  remove(accountId: string, id: string, now: number): Promise<boolean>
  /** The same as `requests`, with the last envelope of each for as long as it is kept. */
  requestsWithEnds(
    accountId: string,
    page: PageRequest,
  ): Promise<Page<{ request: RequestRecord; last: string | undefined }>>
  /** A request of an account that was not deleted. */
  find(accountId: string, id: string): Promise<RequestRecord | undefined>
  /** Running requests of one account, or of all accounts, the newest first. */
  running(accountId: string | undefined, limit: number): Promise<RequestRecord[]>
  ledger(accountId: string, page: PageRequest): Promise<Page<LedgerLine>>
  /** The totals of an account's requests, or of one key's, over the given stretches of time; by day, oldest first. */
  usage(accountId: string, stretches: readonly Stretch[], keyId?: string): Promise<UsageTotal[]>
}
