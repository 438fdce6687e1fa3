import type { Claim } from './claim.ts'
import type { ClaimedRun } from './ports.ts'
import type { KeptEnd } from './stored-feed.ts'

/** Who takes a request over. */
export interface Claimant {
  /** The fingerprint of its engine, which is stored with the first claim; undefined if it promises nothing. */
  engine: string | undefined
  now: number
}

/** A request that nobody seems to work on. */
export interface Abandoned {
  id: string
  /** Milliseconds since 1970. */
  startedAt: number
}

/** A step in a journal. */
export interface JournaledStep {
  claim: Claim
  key: string
  result: string
}

/** Where steps are kept that the store does not take for now, so that a run need not wait. Only one process uses it. */
export interface StepJournal {
  /** How many of its steps are not stored yet. */
  readonly pending: number
  /** @returns false, and keeps nothing, if it is full or cannot be written. */
  keep(claim: Claim, step: readonly [key: string, result: string]): boolean
  /** One of the steps is stored by now, or no longer needed. */
  stored(): void
  /** What a process that died has left in it. */
  left(): JournaledStep[]
  clear(): void
}

/** Stores who owns a request, and the results of its finished steps. Each method is one transaction. */
export interface RunStore {
  /** Takes over a request from whoever owns it. Undefined if it has ended or does not exist. */
  claim(id: string, by: Claimant): Promise<ClaimedRun | undefined>
  /** Whether the claim still holds: nobody has taken over the request, and it has not ended. */
  owns(claim: Claim): Promise<boolean>
  /**
   * Gives up a claim without a fault, so that the try does not count.
   * @returns false if a later epoch owns the request, or if it has ended.
   */
  handBack(claim: Claim): Promise<boolean>
  /**
   * Counts another try without a new owner, because a thread of this owner died of the request.
   * @returns how many there were; undefined if a later epoch owns the request, or if it has ended.
   */
  countTry(claim: Claim): Promise<number | undefined>
  /**
   * Stores the result of a step; one that is already stored stays as it is.
   * @returns false, and stores nothing, if a later epoch owns the request, or if it has ended.
   */
  saveStep(claim: Claim, key: string, result: string): Promise<boolean>
  /** The results of the finished steps of a request, by key. */
  steps(id: string): Promise<Map<string, string>>
  /** Undefined if the store is never locked by others. */
  journal?: StepJournal | undefined
  /** Stores what a process that died has left in the journal. Call it before requests are claimed. */
  restoreSteps(): Promise<void>
  /** Notes that requests are worked on. */
  seen(ids: readonly string[], now: number): Promise<void>
  /** Those of the requests that go on when nobody reads them. */
  detached(ids: readonly string[]): Promise<Set<string>>
  /** Requests that nobody has been seen to work on since a moment, the oldest first. */
  abandoned(since: number, limit: number): Promise<Abandoned[]>
  /** Those of the requests that have ended, each with its end for as long as that is kept. */
  ended(ids: readonly string[]): Promise<Map<string, KeptEnd | undefined>>
}
