import type { FailureCode, ReasoningLevel, Usage } from '@deep-research/sdk/contract'
import type { LedgerEntry } from '#accounts/credits.ts'
import type { KeptRequest } from './ports.ts'

/** A request as it is shown to whoever made it. Times are milliseconds since 1970. */
export interface RequestRecord {
  /** The server's own id. */
  id: string
  accountId: string
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
}

/** The totals of one day, UTC. */
export interface DayTotal {
  /** When the day begins, in milliseconds since 1970. */
  day: number
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

/** Reads past requests and charges; changes nothing. */
export interface HistoryStore {
  requests(accountId: string, page: PageRequest): Promise<Page<RequestRecord>>
  /** One request of an account. */
  find(accountId: string, id: string): Promise<RequestRecord | undefined>
  /** Requests that have not ended, the newest first: of one account, or of all. */
  running(accountId: string | undefined, limit: number): Promise<RequestRecord[]>
  ledger(accountId: string, page: PageRequest): Promise<Page<LedgerLine>>
  /** The days since `from` that had any requests. */
  days(accountId: string, from: number): Promise<DayTotal[]>
}
