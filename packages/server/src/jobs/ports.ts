import type { ResearchTask } from '@deep-research/engine'
import type { FailureCode, Usage } from '@deep-research/sdk/contract'
import type { EnvelopeOptions } from '#protocol/envelopes.ts'
import type { Claim } from './claim.ts'

/** One request that is to be researched. */
export interface Job {
  claim: Claim
  task: ResearchTask
  envelopes: EnvelopeOptions
  /** Whether it is cancelled once nobody has read it for a while, as its caller has gone. */
  attended: boolean
}

/** A request that was taken over, with everything that is needed to go on with it. */
export interface ClaimedRun {
  job: Job
  /** How many owners have begun it and not handed it back, including this one. */
  tries: number
  /** The fingerprint of the engine that began it; undefined if it promised nothing. */
  engine: string | undefined
  /** The results of its finished steps, by key. */
  steps: ReadonlyMap<string, string>
}

/** How a job ended. */
export type Outcome =
  | { status: 'completed'; usage: Usage }
  | { status: 'failed'; code: FailureCode }
  | { status: 'cancelled' }

/** Consecutive envelopes of a stream. */
export interface Chunk {
  /** The index of the first envelope, from 0. */
  readonly first: number
  readonly count: number
  /** The envelopes in UTF-8, one per line, as `LineWriter` writes and `readLines` reads them. */
  readonly lines: Buffer
}

/** The end of a job, which is stored completely before anybody is told of it. */
export interface JobEnd {
  outcome: Outcome
  /** The last envelope of the stream. */
  last: string
  /** How many envelopes precede it. */
  position: number
  /**
   * The preceding envelopes, from some index on, that are to be stored with the end. They replace what was stored in
   * their place.
   */
  unwritten: readonly Chunk[]
}

/** The stored end of a request. */
export interface Settled {
  /** The last envelope of its stream; undefined if it is no longer kept, or if another process has the request now. */
  last: string | undefined
  /** Whether this end was stored, rather than one that another process had stored before. */
  own: boolean
}

/** Whoever reads a feed as it grows. An object, because a function for each of thousands would take more memory. */
export interface FeedWatcher {
  /** Called after each change. */
  feedChanged(): void
}

/** The envelopes of a job as JSON, those that exist and those to come. */
export interface Feed {
  /** The job's id. */
  readonly id: string
  /** The number of envelopes so far. */
  readonly length: number
  /**
   * The index at which a reader continues that has `after` envelopes. Envelopes that are no longer kept are skipped,
   * and a reader of an ended job always gets its last envelope, whatever position it claims.
   */
  start(after: number): number
  /**
   * The envelope at an index from 0, if it is in memory, as the newest one is while readers are told of it. `load`
   * returns any envelope.
   */
  at(index: number): string | undefined
  /** How many bytes of UTF-8 an envelope that `at` returns takes, if they were counted. */
  bytesAt(index: number): number | undefined
  /** Envelopes from an index below `length` on: at least one. */
  load(index: number): Promise<readonly string[]>
  /**
   * `running`, then `ended`, or `cut` if this process must not say how the job ended: readers are then cut off and may
   * come back. Neither state changes again.
   */
  readonly state: 'running' | 'ended' | 'cut'
  /** Tells a watcher of each change from now on. */
  watch(watcher: FeedWatcher): void
  /** Tells it no more. Does nothing if it does not watch. */
  unwatch(watcher: FeedWatcher): void
}

/**
 * Stores an end in one transaction. When it resolves, the slot is free, the credits are settled, and the whole stream
 * can be read again. It can be called again if the outcome is unknown.
 * @throws what the storage threw.
 */
export type SettleJob = (claim: Claim, end: JobEnd) => Promise<Settled>

/** A job that can be started. Its feed can already be followed. */
export interface PreparedJob {
  feed: Feed
  /**
   * Starts the job. `settle` is called until it resolves, and only then the feed gets its last envelope; whoever sees
   * that envelope finds the slot free. Of jobs that wait, those with a lower rank begin first (default: 0).
   * @returns false if the engine refused the job at once.
   */
  start(settle: SettleJob, rank?: number): Promise<boolean>
  /** Discards the job without starting it. */
  discard(): void
}

/** The place where jobs run. */
export interface Jobs {
  /** False once the service drains; no further job is started then. */
  readonly accepting: boolean
  /** Whether jobs run in this process, so that no worker has to claim them. */
  readonly runHere: boolean
  /** The fingerprint of the engine of this process; undefined if it promises nothing. */
  readonly engine: string | undefined
  prepare(job: Job): PreparedJob
  /**
   * Goes on with a request that another process began: its stream continues after what is stored of it.
   * @returns false if that is not possible; nothing is done then.
   */
  takeUp(run: ClaimedRun, settle: SettleJob): Promise<boolean>
  /** The feed of a job that is prepared, is running, or is not settled yet. */
  follow(id: string): Feed | undefined
  /** Lets a job go on when nobody reads it; the request is already stored as such. */
  detach(id: string): void
  /**
   * Ends a running job as cancelled and resolves when it is settled. Does nothing if it has ended.
   * @returns false if the storage did not settle it in time; it is settled as soon as the storage answers.
   */
  cancel(id: string): Promise<boolean>
  /** Ends all running jobs with SERVER_RESTARTED, because another process has taken over their requests. */
  leave(): void
  /**
   * Ends all running jobs with SERVER_SHUTTING_DOWN, but leaves those that go on without a reader to the next process if
   * it can go on with them. Resolves when they are settled, or after some seconds; the next start settles the rest.
   */
  drain(): Promise<void>
}

/** Stores envelopes that need not be in memory. */
export interface EventLog {
  /**
   * Stores envelopes of a job; writing the same ones again changes nothing.
   * @returns false, and stores nothing, if a later epoch owns the request, or if it has ended.
   */
  write(claim: Claim, chunk: Chunk): Promise<boolean>
  /** Stored envelopes from an index on, at least one; undefined if that envelope is not stored. */
  read(id: string, index: number): Promise<string[] | undefined>
  /** The number of stored envelopes of a job. */
  length(id: string): Promise<number>
  /** Deletes the envelopes of requests whose resume window is over, and last envelopes that have expired. */
  sweep(now: number): Promise<void>
}
