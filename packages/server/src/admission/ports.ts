import type { FailureCode, ReasoningLevel, ResearchStatus, Usage } from '@deep-research/sdk/contract'
import type { Claim } from '#jobs/claim.ts'
import type { Chunk, Settled } from '#jobs/ports.ts'
import type { KeptEnd } from '#jobs/stored-feed.ts'
import type { Running } from './retry-after.ts'

/** What a request asks for, who asks, and its price. */
export interface RequestDetails {
  /** The server's own id of the request. */
  id: string
  accountId: string
  /** The key of the request; undefined for a session, and for requests made before keys were recorded. */
  keyId: string | undefined
  /** The caller's correlation id. */
  clientRequestId: string | undefined
  query: string
  level: ReasoningLevel
  /** The credits charged. A failed request was refunded. */
  credits: number
  metadata: Record<string, string> | undefined
}

/** A request that is waiting for admission. */
export interface AdmitCommand extends RequestDetails {
  /** A hash that is equal for bodies with the same content. */
  bodyHash: string
  idempotencyKey: string | undefined
  includeThinking: boolean
  includeToolCalls: boolean
  /** Whether it goes on when nobody reads it. Default: false. */
  detached?: boolean
  /** The fingerprint of the engine; undefined if it promises nothing. */
  engine: string | undefined
  /** 1 if the admitting process runs the request itself, 0 if a worker is to claim it. */
  epoch: 0 | 1
  now: number
}

/** The state of an account after an operation. */
export interface Standing {
  /** The sum of both balances. */
  balance: number
  /** How many requests may run at once. */
  slots: number
  /** How many of these are free. */
  freeSlots: number
}

/** The decision. Only `admitted` stores anything: the request's row and its charge, in one transaction. */
export type Admitted =
  | { kind: 'admitted'; standing: Standing }
  /**
   * An earlier request of the account has the same idempotency key and the same body; `credits` is what it was charged.
   */
  | { kind: 'attach'; id: string; credits: number; standing: Standing }
  /** An earlier request has the same idempotency key and another body. */
  | { kind: 'mismatch' }
  | { kind: 'busy'; running: Running[]; standing: Standing }
  | { kind: 'short'; secondsToRenewal: number; standing: Standing }
  /** The balance covers the request, but the rest of the key's budget or of the account's spending limit does not. */
  | {
      kind: 'over-budget'
      of: 'key' | 'account'
      budget: number
      left: number
      secondsToRenewal: number
      standing: Standing
    }
  /** The account was suspended after its key or session was checked. */
  | { kind: 'suspended' }

/** The end of a request, stored in one transaction. */
export interface SettleCommand extends Claim {
  status: Exclude<ResearchStatus, 'running'>
  failure?: FailureCode
  usage?: Usage
  /** Refund the charge in full and free the idempotency key, because the attempt gave no result. */
  refund: boolean
  /** The last envelope of the stream. */
  last: string
  /** How many envelopes precede it; undefined means as many as are stored. */
  position?: number
  /** Envelopes to store with it, unless they are already stored. */
  unwritten: readonly Chunk[]
  /** Until when the other envelopes are kept. */
  eventsUntil: number
  /** Until when the last one is kept. */
  resultUntil: number
  now: number
}

/** What is needed to resume a request. */
export interface KeptRequest {
  id: string
  status: ResearchStatus
  clientRequestId: string | undefined
  level: ReasoningLevel
  credits: number
  startedAt: number
  endedAt: number | undefined
  /** Until when its events are kept; undefined while it runs and after they were deleted. */
  eventsUntil: number | undefined
  /** How its stream ended, for as long as that is kept. */
  end: KeptEnd | undefined
}

/** A request that has not ended, with what its last envelope has to contain. */
export interface Unfinished extends Claim {
  clientRequestId: string | undefined
  metadata: Record<string, string> | undefined
}

/** How long an idempotency key leads to its request, in milliseconds. */
export const IDEMPOTENCY_WINDOW = 86_400_000

/** Stores requests with their charges and refunds. Each method is one transaction. */
export interface AdmissionStore {
  admit(command: AdmitCommand): Promise<Admitted>
  /**
   * Ends a request. If it has already ended, nothing changes and the earlier end is returned. Nothing changes either if
   * a later epoch owns it. Undefined if there is no such request.
   */
  settle(command: SettleCommand): Promise<Settled | undefined>
  /** Lets a request of this account go on when nobody reads it. Does nothing if there is none or it has ended. */
  detach(id: string, accountId: string): Promise<void>
  /** A request of this account. */
  find(id: string, accountId: string, now: number): Promise<KeptRequest | undefined>
  /** The id of the request that an idempotency key of this account names. */
  findNamed(accountId: string, idempotencyKey: string, now: number): Promise<string | undefined>
  /** Undefined if there is no such account. */
  standing(accountId: string, now: number): Promise<Standing | undefined>
  /** Requests that have not ended. */
  unfinished(): Promise<Unfinished[]>
  /** How long recent completed requests of the level took, in milliseconds. */
  durations(level: ReasoningLevel, limit: number): Promise<number[]>
}
