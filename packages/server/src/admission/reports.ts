import type { ReasoningLevel, ResearchStatus } from '@deep-research/sdk/contract'
import type { Page, PageRequest, RequestRecord } from './history.ts'

/** A request without its question and its answer. */
export type RequestFacts = Omit<RequestRecord, 'query'>

/** Which requests of all accounts to list; all given conditions must hold. */
export interface RequestQuery extends PageRequest {
  accountId?: string | undefined
  keyId?: string | undefined
  status?: ResearchStatus | undefined
  /** The id of the request, or the caller's own. */
  id?: string | undefined
  /** A part of a value of the metadata. */
  metadata?: string | undefined
  /** Sent at this time or later. */
  from?: number | undefined
  /** Sent before this time. */
  before?: number | undefined
}

/** Which usage to sum. */
export interface UsageQuery {
  accountId?: string | undefined
  keyId?: string | undefined
  from: number
  /** Excluded. */
  before: number
}

/** The totals of one key of an account at one level on one day, in UTC. */
export interface UsageRow {
  /** Milliseconds since 1970. */
  day: number
  accountId: string
  /** Undefined for the playground, and for requests made before keys were recorded. */
  keyId: string | undefined
  level: ReasoningLevel
  requests: number
  /** Credits charged, less those refunded. */
  credits: number
}

/** Reads what operators are told of all accounts: never a question, and never an answer. */
export interface ReportStore {
  /** The newest request comes first. Those that were deleted are left out. */
  requests(query: RequestQuery): Promise<Page<RequestFacts>>
  /** The earliest day comes first. */
  usage(query: UsageQuery): Promise<UsageRow[]>
}
