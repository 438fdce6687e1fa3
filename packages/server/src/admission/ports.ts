import type { FailureCode, ReasoningLevel, ResearchStatus, Usage } from '@deep-research/sdk/contract'
import type { Chunk, Settled } from '#jobs/ports.ts'
import type { KeptEnd } from '#jobs/stored-feed.ts'
import type { Running } from './retry-after.ts'

/** A request that asks to be let in. */
export interface AdmitCommand {
  /** The server's own id of the request. */
  id: string
  accountId: string
  /** The key that asks; undefined for a session. */
  keyId: string | undefined
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

/** How an account stands, after what was just done. */
export interface Standing {
  /** Credits of both balances together. */
  balance: number
  /** How many requests may run at once. */
  slots: number
  /** How many of these are free. */
  freeSlots: number
}

/** What came of it. Only `admitted` leaves a trace: the request's row and its charge, in one transaction. */
export type Admitted =
  | { kind: 'admitted'; standing: Standing }
  /** An earlier request of the account has the same idempotency key, and the same body; this is what it was charged. */
  | { kind: 'attach'; id: string; credits: number; standing: Standing }
  /** … and another body. */
  | { kind: 'mismatch' }
  | { kind: 'busy'; running: Running[]; standing: Standing }
  | { kind: 'short'; secondsToRenewal: number; standing: Standing }
  /** The balance would do, and what is left of the key's budget does not. */
  | { kind: 'over-budget'; budget: number; left: number; secondsToRenewal: number; standing: Standing }
  /** The account was suspended since its key or session was looked at. */
  | { kind: 'suspended' }

/** The end of a request, stored in one transaction. */
export interface SettleCommand {
  id: string
  status: Exclude<ResearchStatus, 'running'>
  failure?: FailureCode
  usage?: Usage
  /** Give the charge back in full, and free the idempotency key: nothing came of this attempt. */
  refund: boolean
  /** The envelope that ends the stream. */
  last: string
  /** How many envelopes precede it; undefined stands for those that are stored. */
  position?: number
  /** Envelopes to be stored with it, unless they are already. */
  unwritten: readonly Chunk[]
  /** Until when the other envelopes are kept. */
  eventsUntil: number
  /** Until when the last one is kept. */
  resultUntil: number
  now: number
}

/** A request, as whoever comes back to it needs it. */
export interface KeptRequest {
  id: string
  status: ResearchStatus
  clientRequestId: string | undefined
  level: ReasoningLevel
  credits: number
  startedAt: number
  endedAt: number | undefined
  /** Until when its events are kept; undefined while it runs and once they are gone. */
  eventsUntil: number | undefined
  /** How its stream ended, as long as that is kept. */
  end: KeptEnd | undefined
}

/** A request that has not ended, with what the envelope says that ends it. */
export interface Unfinished {
  id: string
  clientRequestId: string | undefined
  metadata: Record<string, string> | undefined
}

/** How long an idempotency key names its request, in milliseconds. */
export const IDEMPOTENCY_WINDOW = 86_400_000

/** Where requests are kept, with their charges and refunds. Each method is one transaction. */
export interface AdmissionStore {
  admit(command: AdmitCommand): Promise<Admitted>
  /**
   * Ends a request, or tells how it was ended before; then nothing is done. Undefined where there is no such request.
   */
  settle(command: SettleCommand): Promise<Settled | undefined>
  /** A request of this account. */
  find(id: string, accountId: string, now: number): Promise<KeptRequest | undefined>
  /** The id of the request that an idempotency key of this account names. */
  findNamed(accountId: string, idempotencyKey: string, now: number): Promise<string | undefined>
  /** Undefined where there is no such account. */
  standing(accountId: string, now: number): Promise<Standing | undefined>
  /** Requests that have not ended. */
  unfinished(): Promise<Unfinished[]>
  /** How long recent completed requests of the level took, in milliseconds. */
  durations(level: ReasoningLevel, limit: number): Promise<number[]>
}
