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
  /** `unstarted`: the engine refused the job before its first event. */
  | { status: 'failed'; code: FailureCode; unstarted?: boolean }
  | { status: 'cancelled' }

/** The envelopes of a job, as JSON: those there are, and those that come. */
export interface Feed {
  /** The job's id. */
  readonly id: string
  /** How many envelopes there are so far. */
  readonly length: number
  /** The envelope at an index from 0, where it is at hand; otherwise `load` has it. */
  at(index: number): string | undefined
  /** Envelopes from an index below `length` on: at least one. */
  load(index: number): Promise<string[]>
  /** Undefined while the job runs; then how it ended. Nothing follows. */
  readonly ended: Outcome['status'] | undefined
  /** Calls a function of this reader's own back after each change, until the returned function is called. */
  watch(changed: () => void): () => void
}

/** Settles an outcome: the slot is free and the credits are right when it resolves. */
export type SettleJob = (outcome: Outcome) => Promise<void>

/** A job that may be started. Its feed can be followed already. */
export interface PreparedJob {
  feed: Feed
  /**
   * Starts it. `settle` is called once, before the last envelope is in the feed: whoever has seen that envelope finds
   * the slot free. Where it rejects, the feed ends with PROXY_ERROR.
   * @returns false where the engine refused it at once; it is settled then.
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
  /** The feed of a job that is prepared, runs, or ended so recently that its events are not stored yet. */
  follow(id: string): Feed | undefined
  /** Ends a running job as cancelled and resolves when it is settled. Does nothing where it has ended. */
  cancel(id: string): Promise<void>
  /** Ends all running jobs with SERVER_SHUTTING_DOWN and resolves when they are settled and stored. */
  drain(): Promise<void>
}

/** Where envelopes are kept that need not be in memory. */
export interface EventLog {
  /** Keeps envelopes of a job, the first of them at this index. */
  write(id: string, first: number, envelopes: readonly string[]): Promise<void>
  /** Kept envelopes from an index on: at least one, or undefined where it is not kept. */
  read(id: string, index: number): Promise<string[] | undefined>
  /** How many envelopes of a job are kept. */
  length(id: string): Promise<number>
  /** Forgets the envelopes of requests whose time to be resumed is over. */
  sweep(now: number): Promise<void>
}
