import type { FailureCode, ReasoningLevel, Usage } from '@deep-research/sdk/contract'
import type { LedgerEntry } from '#accounts/credits.ts'
import type { KeptRequest } from './ports.ts'

/** A request as it is shown to whoever made it. Times are milliseconds since 1970. */
export interface RequestRecord {
  /** The server's own id. */
  id: string
  accountId: string
  /** The key that asked; undefined for a session, and for what was asked before keys were noted. */
  keyId: string | undefined
  /** The caller's correlation id. */
  clientRequestId: string | undefined
  query: string
  level: ReasoningLevel
  /** What it was charged. A failed request got the charge back. */
  credits: number
  metadata: Record<string, string> | undefined
  status: KeptRequest['status']
  failure: FailureCode | undefined
  usage: Usage | undefined
  startedAt: number
  endedAt: number | undefined
}

/** A line of the ledger as it is shown. */
export interface LedgerLine extends LedgerEntry {
  /** 1, 2, 3 … in its pool. */
  sequence: number
  /** The pool's balance after it. */
  balanceAfter: number
  createdAt: number
  /** Whether the question and the answer of its request were deleted. */
  requestDeleted: boolean
}

/** Part of a range in which local time is off UTC by one number of milliseconds; `to` is not part of it. */
export interface Stretch {
  from: number
  to: number
  offset: number
}

/** The totals of one key at one level on one day. */
export interface UsageTotal {
  /** The local date, as the milliseconds since 1970 at which it begins in UTC. */
  day: number
  /** Undefined for the playground, and for what was asked before keys were noted. */
  keyId: string | undefined
  level: ReasoningLevel
  requests: number
  /** Credits charged, less those refunded. */
  credits: number
}

/** One page of a list, newest first, and where the next page begins. */
export interface Page<Item> {
  items: Item[]
  /** Opaque; undefined on the last page. */
  next: string | undefined
}

/** Where in a list a page begins, and how many entries it has. */
export interface PageRequest {
  /** The `next` of an earlier page; anything else gives the first page. */
  after?: string | undefined
  limit: number
}

/** How a request can stand. */
export const REQUEST_STATES = ['running', 'completed', 'failed', 'cancelled'] as const
export type RequestState = (typeof REQUEST_STATES)[number]

/** Which requests are looked for; all that is given must hold. */
export interface RequestFilter {
  /** A part of the question, in whatever case. */
  text?: string
  level?: ReasoningLevel
  status?: RequestState
  /** The key that asked; given as undefined: no key did. */
  keyId?: string | undefined
  /** Asked at this time or later. */
  from?: number
  /** Asked earlier than this. */
  before?: number
}

/** Looks back at what was asked and charged. */
export interface HistoryStore {
  /** Requests of an account that were not deleted, the newest first. */
  requests(accountId: string, page: PageRequest & { filter?: RequestFilter }): Promise<Page<RequestRecord>>
  /**
   * Deletes a request that has ended: its question, its answer, its events and all that its caller told with it. What it
   * was charged stays. False where there is no such request, or where it runs.
   */
  remove(accountId: string, id: string, now: number): Promise<boolean>
  /** The same as `requests`, with the envelope that ended each, as long as that is kept. */
  requestsWithEnds(
    accountId: string,
    page: PageRequest,
  ): Promise<Page<{ request: RequestRecord; last: string | undefined }>>
  /** One request of an account that was not deleted. */
  find(accountId: string, id: string): Promise<RequestRecord | undefined>
  /** Requests that have not ended, the newest first: of one account, or of all. */
  running(accountId: string | undefined, limit: number): Promise<RequestRecord[]>
  ledger(accountId: string, page: PageRequest): Promise<Page<LedgerLine>>
  /** The totals of an account's requests in some stretches of time, or of one key's; by day, the first one first. */
  usage(accountId: string, stretches: readonly Stretch[], keyId?: string): Promise<UsageTotal[]>
}
