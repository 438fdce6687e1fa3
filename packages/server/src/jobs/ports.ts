import type { ResearchTask } from '@deep-research/engine'
import type { FailureCode, Usage } from '@deep-research/sdk/contract'
import type { EnvelopeOptions } from '#protocol/envelopes.ts'

/** One request, to be researched. */
export interface Job {
  /** The server's own id of the request. */
  id: string
  task: ResearchTask
  envelopes: EnvelopeOptions
}

/** How a job ended. */
export type Outcome =
  | { status: 'completed'; usage: Usage }
  | { status: 'failed'; code: FailureCode }
  | { status: 'cancelled' }

/** Some envelopes of a stream in a row. */
export interface Chunk {
  /** The index of the first of them, from 0. */
  readonly first: number
  readonly count: number
  /** The envelopes in UTF-8, one a line: JSON has no raw line break. */
  readonly lines: Buffer
}

/** The end of a job, to be stored whole before anybody is told of it. */
export interface JobEnd {
  outcome: Outcome
  /** The envelope that ends the stream. */
  last: string
  /** How many envelopes precede it. */
  position: number
  /** Those among them that the log has not confirmed. */
  unwritten: readonly Chunk[]
}

/** How a request stands that has ended. */
export interface Settled {
  /** The envelope that ends its stream; undefined where it is no longer kept. */
  last: string | undefined
  /** Whether it is this end that was stored, and not one that somebody else had stored before. */
  own: boolean
}

/** The envelopes of a job, as JSON: those there are, and those that come. */
export interface Feed {
  /** The job's id. */
  readonly id: string
  /** How many envelopes there are so far. */
  readonly length: number
  /**
   * Where a reader goes on that has so many envelopes. Envelopes that are no longer kept are passed over, and whoever
   * comes back to a job that has ended is told its last envelope, whatever position it holds.
   */
  start(after: number): number
  /** The envelope at an index from 0, where it is at hand: the newest is while readers are told. `load` has any. */
  at(index: number): string | undefined
  /** How many bytes an envelope that `at` has takes in UTF-8, where that was counted. */
  bytesAt(index: number): number | undefined
  /** Envelopes from an index below `length` on: at least one. */
  load(index: number): Promise<readonly string[]>
  /**
   * `running`, then `ended`, or `cut` where this process must not tell how: readers are cut off there, and may come
   * back. Nothing follows either.
   */
  readonly state: 'running' | 'ended' | 'cut'
  /** Calls a function of this reader's own back after each change, until the returned function is called. */
  watch(changed: () => void): () => void
}

/**
 * Stores an end in one transaction: when it resolves, the slot is free, the credits are right, and the whole stream
 * can be read again. May be called again where its outcome is not known.
 * @throws what the storage threw.
 */
export type SettleJob = (end: JobEnd) => Promise<Settled>

/** A job that may be started. Its feed can be followed already. */
export interface PreparedJob {
  feed: Feed
  /**
   * Starts it. `settle` is called until it resolves, and only then the last envelope is in the feed: whoever has seen
   * that envelope finds the slot free.
   * @returns false where the engine refused it at once.
   */
  start(settle: SettleJob): Promise<boolean>
  /** Forgets it, unstarted. */
  discard(): void
}

/** Where jobs run. */
export interface Jobs {
  /** False once the service drains: no further job is started. */
  readonly accepting: boolean
  prepare(job: Job): PreparedJob
  /** The feed of a job that is prepared, runs, or is not settled yet. */
  follow(id: string): Feed | undefined
  /**
   * Ends a running job as cancelled and resolves when it is settled. Does nothing where it has ended.
   * @returns false where the storage did not take it in time; it is taken as soon as the storage answers.
   */
  cancel(id: string): Promise<boolean>
  /** Ends all running jobs with SERVER_RESTARTED, as another process has taken their requests over. */
  leave(): void
  /**
   * Ends all running jobs with SERVER_SHUTTING_DOWN and resolves when they are settled, or after some seconds: what the
   * storage did not take is then left to the next start.
   */
  drain(): Promise<void>
}

/** Where envelopes are kept that need not be in memory. */
export interface EventLog {
  /** Keeps envelopes of a job; to write the same ones again changes nothing. */
  write(id: string, chunk: Chunk): Promise<void>
  /** Kept envelopes from an index on: at least one, or undefined where it is not kept. */
  read(id: string, index: number): Promise<string[] | undefined>
  /** How many envelopes of a job are kept. */
  length(id: string): Promise<number>
  /** Forgets envelopes of requests whose time to be resumed is over, and last envelopes whose own time is over. */
  sweep(now: number): Promise<void>
}
