import type { ResearchTask } from '@deep-research/engine'
import type { FailureCode, Usage } from '@deep-research/sdk/contract'
import type { EnvelopeOptions } from '#protocol/envelopes.ts'

/** One admitted request, to be researched. */
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

/** The envelopes of a job, as JSON, while they come. */
export interface Feed {
  /** How many envelopes there are so far. */
  readonly length: number
  /** The envelope at an index from 0. */
  at(index: number): string | undefined
  /** Undefined while the job runs; then how it ended. Nothing follows. */
  readonly ended: Outcome['status'] | undefined
  /** Calls back after each change until the returned function is called. */
  watch(changed: () => void): () => void
}

/** Where jobs run. */
export interface Jobs {
  /** False once the service drains: no further job is started. */
  readonly accepting: boolean
  /**
   * Starts a job. `settle` is called once, with the outcome, before the last envelope is in the feed: whoever has
   * seen that envelope finds the slot free. Where it rejects, the feed ends with PROXY_ERROR.
   * @throws what the engine threw where it could not start; `settle` is not called then.
   */
  start(job: Job, settle: (outcome: Outcome) => Promise<void>): Promise<Feed>
  /** Ends a running job as cancelled. Does nothing where it has ended. */
  cancel(id: string): void
  /** Ends all running jobs with SERVER_SHUTTING_DOWN and resolves when they are settled. */
  drain(): Promise<void>
}
