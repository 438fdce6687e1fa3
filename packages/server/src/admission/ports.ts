import type { FailureCode, ReasoningLevel, Usage } from '@deep-research/sdk/contract'
import type { Running } from './retry-after.ts'

/** A request that asks to be let in. */
export interface AdmitCommand {
  /** The server's own id of the request. */
  id: string
  accountId: string
  /** The caller's correlation id. */
  clientRequestId: string | undefined
  query: string
  level: ReasoningLevel
  credits: number
  metadata: Record<string, string> | undefined
  /** Equal for bodies that ask for the same. */
  bodyHash: string
  /** The caller's name for this attempt. */
  idempotencyKey: string | undefined
  now: number
}

/** What came of it. Only `admitted` leaves a trace: the request's row and its charge, in one transaction. */
export type Admitted =
  | { kind: 'admitted' }
  /** An earlier request of the account has the same idempotency key, and the same body. */
  | { kind: 'attach'; id: string }
  /** … and another body. */
  | { kind: 'mismatch' }
  | { kind: 'busy'; slots: number; running: Running[] }
  | { kind: 'short'; balance: number; secondsToRenewal: number }

/** The end of a request. */
export interface SettleCommand {
  id: string
  status: 'completed' | 'failed' | 'cancelled'
  failure?: FailureCode
  usage?: Usage
  /** Give the charge back in full. */
  refund: boolean
  /** Free the idempotency key: nothing came of this attempt. */
  release: boolean
  /** Until when the events are kept at least. */
  eventsUntil: number
  now: number
}

/** A request, as whoever comes back to it needs it. */
export interface KeptRequest {
  status: 'running' | 'completed' | 'failed' | 'cancelled'
  bodyHash: string
  /** Until when its events are kept; undefined while it runs and once they are gone. */
  eventsUntil: number | undefined
}

/** How long an idempotency key names its request, in milliseconds. */
export const IDEMPOTENCY_WINDOW = 86_400_000

/** Where requests are kept, with their charges and refunds. Each method is one transaction. */
export interface AdmissionStore {
  admit(command: AdmitCommand): Promise<Admitted>
  /** False, and nothing done, where the request has ended before. */
  settle(command: SettleCommand): Promise<boolean>
  /** A request of this account. */
  find(id: string, accountId: string): Promise<KeptRequest | undefined>
  /** Ids of requests that have not ended. */
  unfinished(): Promise<string[]>
  /** How long recent completed requests of the level took, in milliseconds. */
  durations(level: ReasoningLevel, limit: number): Promise<number[]>
}
