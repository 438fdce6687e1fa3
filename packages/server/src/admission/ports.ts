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
  now: number
}

/** What came of it. Only `admitted` leaves a trace: the request's row and its charge, in one transaction. */
export type Admitted =
  | { kind: 'admitted' }
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
  now: number
}

/** Where requests are kept, with their charges and refunds. Each method is one transaction. */
export interface AdmissionStore {
  admit(command: AdmitCommand): Promise<Admitted>
  /** False, and nothing done, where the request has ended before. */
  settle(command: SettleCommand): Promise<boolean>
  /** Ids of requests that have not ended. */
  unfinished(): Promise<string[]>
  /** How long recent completed requests of the level took, in milliseconds. */
  durations(level: ReasoningLevel, limit: number): Promise<number[]>
}
