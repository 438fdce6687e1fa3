import { BackendLostError, type EngineEvent, type ResearchEngine } from '@deep-research/engine'
import type { FailureCode } from '@deep-research/sdk/contract'
import type { Clock } from '#kernel/clock.ts'
import { describeError, type Log } from '#kernel/log.ts'
import { Moment } from '#kernel/moment.ts'
import { Envelopes } from '#protocol/envelopes.ts'
import type { Job, Outcome, SettleJob } from '../ports.ts'
import type { LocalFeed } from './feed.ts'
import { type Run, startResearch } from './run-research.ts'

export interface LocalJobParts {
  engine: ResearchEngine
  clock: Clock
  log: Log
  /** Milliseconds after which a job fails with RESEARCH_TIMEOUT. */
  timeoutMs: number
  /** Told of each job that is over: discarded, or settled and its events stored. */
  done: (id: string) => void
}

/** Why a job was ended from outside. */
export type End = 'cancelled' | 'timeout' | 'shutdown'

const MESSAGES: Record<FailureCode, string> = {
  PROXY_ERROR: 'The research backend was lost. The credits were given back.',
  RESEARCH_FAILED: 'The research failed. The credits were given back.',
  RESEARCH_TIMEOUT: 'The research took too long and was ended. The credits were given back.',
  SERVER_SHUTTING_DOWN: 'The service is shutting down. The credits were given back; send the request again.',
  SERVER_RESTARTED: 'The service was restarted. The credits were given back; send the request again.',
}

const CANCELLED = 'The research was cancelled.'

/** One job in this process. A class, as there are thousands: a closure for each step would be kept for each. */
export class LocalJob {
  readonly feed: LocalFeed
  /** It is settled. */
  readonly settled = new Moment()
  /** It is settled and its events are stored. */
  readonly done = new Moment()
  readonly #parts: LocalJobParts
  readonly #job: Job
  readonly #controller = new AbortController()
  readonly #envelopes: Envelopes
  #run: Run | undefined
  #why: End | undefined
  #grace: NodeJS.Timeout | undefined
  #completed: Followed | undefined

  constructor(parts: LocalJobParts, job: Job, feed: LocalFeed) {
    this.feed = feed
    this.#parts = parts
    this.#job = job
    this.#envelopes = new Envelopes(job.envelopes, parts.clock)
  }

  /** @returns false where the engine refused it at once; it is settled then. */
  async start(settle: SettleJob): Promise<boolean> {
    const timer = setTimeout(() => this.end('timeout'), this.#parts.timeoutMs)
    this.#run = await this.#startRun()
    const finishing = this.#finish(settle, timer)
    if (!this.#run) await finishing
    return this.#run !== undefined
  }

  /** Ends it. Does nothing where it has ended. */
  end(why: End): void {
    if (this.#controller.signal.aborted) return
    this.#why = why
    this.#controller.abort(new DOMException(`The research was ended: ${why}.`, 'AbortError'))
    this.#run?.leave()
  }

  /** Told how many readers there are: without one it goes on for a grace, in milliseconds, and is then cancelled. */
  waitForReaders(count: number, graceMs: number): void {
    clearTimeout(this.#grace)
    if (count === 0 && !this.feed.ended) this.#grace = setTimeout(() => this.end('cancelled'), graceMs)
  }

  /** Gives it up, unstarted. */
  discard(): void {
    this.settled.happen()
    this.#conclude()
  }

  #conclude(): void {
    clearTimeout(this.#grace)
    this.done.happen()
    this.#parts.done(this.feed.id)
  }

  async #startRun(): Promise<Run | undefined> {
    const { engine, log } = this.#parts
    try {
      return await startResearch(engine, this.#job.task, this.#controller.signal)
    } catch (error) {
      log.error({ request_id: this.#job.id, ...describeError(error) }, 'the engine did not start')
      return undefined
    }
  }

  /** Follows a run to its end, settles it, and only then tells the last envelope. */
  async #finish(settle: SettleJob, timer: NodeJS.Timeout): Promise<void> {
    const { feed } = this
    let { outcome, last, error } = await this.#follow()
    if (error !== undefined && this.#why === undefined) {
      this.#parts.log.error({ request_id: this.#job.id, ...describeError(error) }, 'research failed')
    }
    try {
      await settle(outcome)
    } catch {
      outcome = { status: 'failed', code: 'PROXY_ERROR' }
    }
    if (outcome.status === 'completed' && last !== undefined) feed.append(last)
    for (const json of failure(this.#envelopes, outcome)) feed.append(json)
    feed.end(outcome.status)
    clearTimeout(timer)
    this.settled.happen()
    feed.store().then(() => this.#conclude())
  }

  async #follow(): Promise<Followed> {
    if (!this.#run) return { outcome: { status: 'failed', code: 'PROXY_ERROR', unstarted: true } }
    try {
      await this.#run.follow((event) => this.#tell(event))
      return this.#completed ?? { outcome: { status: 'failed', code: 'PROXY_ERROR' } }
    } catch (error) {
      // A run that had its result before it was ended or broke has completed all the same.
      return this.#completed ?? { outcome: failed(this.#why, error), error }
    }
  }

  #tell(event: EngineEvent): void {
    if (this.#completed) return
    const json = this.#envelopes.encode(event)
    if (event.type === 'completed') {
      this.#completed = { outcome: { status: 'completed', usage: event.result.usage }, last: json }
    } else if (json !== undefined) this.feed.append(json)
  }
}

interface Followed {
  outcome: Outcome
  /** The envelope that ends a completed run. */
  last?: string | undefined
  error?: unknown
}

function failed(why: End | undefined, error: unknown): Outcome {
  if (why === 'cancelled') return { status: 'cancelled' }
  if (why === 'timeout') return { status: 'failed', code: 'RESEARCH_TIMEOUT' }
  if (why === 'shutdown') return { status: 'failed', code: 'SERVER_SHUTTING_DOWN' }
  return { status: 'failed', code: error instanceof BackendLostError ? 'PROXY_ERROR' : 'RESEARCH_FAILED' }
}

/** A cancelled job's stream ends as the specification wants it too: whoever still reads is told. */
function failure(envelopes: Envelopes, outcome: Outcome): string[] {
  if (outcome.status === 'completed') return []
  if (outcome.status === 'cancelled') return envelopes.fail('RESEARCH_FAILED', CANCELLED)
  return envelopes.fail(outcome.code, MESSAGES[outcome.code])
}
