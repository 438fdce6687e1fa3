import { BackendLostError, type EngineEvent, HandedOverError, type ResearchEngine } from '@deep-research/engine'
import type { FailureCode } from '@deep-research/sdk/contract'
import { describeError } from '#kernel/log.ts'
import { OneTimeEvent } from '#kernel/one-time-event.ts'
import { retryPause, wait } from '#kernel/retry-pause.ts'
import { Envelopes } from '#protocol/envelopes.ts'
import { CANCELLED_MESSAGE, FAILURE_MESSAGES, UNBOOKED_MESSAGE } from '#protocol/failures.ts'
import { keepSteps, type MovableRun } from '#steps/keep-steps.ts'
import type { StepStore } from '#steps/run-steps.ts'
import type { Claim } from '../claim.ts'
import type { Job, JobEnd, Outcome, SettleJob } from '../ports.ts'
import type { RunObserver } from '../run-observer.ts'
import type { RunStore } from '../run-store.ts'
import { MOST_TRIES } from '../tries.ts'
import type { Deadlines } from './deadlines.ts'
import type { LocalFeed } from './feed.ts'
import type { JobFeed } from './job-feed.ts'
import { Replay } from './replay.ts'
import { type Run, type RunFollower, startResearch } from './run-research.ts'
import { type SaveStepParts, saveStepPatiently } from './save-step.ts'
import { type PatienceParts, settlePatiently } from './settle-patiently.ts'

export interface LocalJobParts extends PatienceParts, SaveStepParts {
  runs: Pick<RunStore, 'saveStep' | 'journal' | 'countTry' | 'steps'>
  engine: ResearchEngine
  observer?: RunObserver | undefined
  /** Let a job fail with RESEARCH_TIMEOUT. */
  deadlines: Deadlines
  /** How long callers wait for the storage to settle a job, in milliseconds. */
  settleWithinMs: number
  /** Called with each job that has ended: discarded, settled, or given up unsettled. */
  done: (id: string) => void
}

/** Why a job was ended from outside. */
export type End = 'cancelled' | 'timeout' | 'shutdown' | 'taken over' | 'lost' | 'handed back'

/** What earlier owners of a request have left. */
export interface Inherited {
  /** Its envelopes. */
  stored: readonly string[]
  /** The results of its finished steps, by key. */
  steps: ReadonlyMap<string, string>
}

const NOTHING: Inherited = { stored: [], steps: new Map() }

/** One job in this process. It is a class because there are thousands, and closures would take more memory. */
export class LocalJob<JobsFeed extends JobFeed = LocalFeed> implements StepStore, MovableRun, RunFollower {
  readonly feed: JobsFeed
  readonly steps: ReadonlyMap<string, string>
  /** Occurs when the job has ended. */
  readonly done = new OneTimeEvent()
  /** Whether the request was left to its next owner. */
  handedBack = false
  readonly #parts: LocalJobParts
  readonly #job: Job
  readonly #controller = new AbortController()
  readonly #envelopes: Envelopes
  #settle!: SettleJob
  #run: Run | undefined
  #why: End | undefined
  #attended: boolean
  #grace: NodeJS.Timeout | undefined
  #completed: Completed | undefined
  /** What another process has stored; undefined once all of it was told again. */
  #replay: Replay | undefined

  constructor(parts: LocalJobParts, job: Job, feed: JobsFeed, { stored, steps } = NOTHING) {
    this.feed = feed
    this.steps = steps
    this.#parts = parts
    this.#job = job
    this.#attended = job.attended
    this.#replay = stored.length > 0 ? new Replay(stored) : undefined
    this.#envelopes = new Envelopes(job.envelopes, parts.clock)
  }

  get id(): string {
    return this.feed.id
  }

  get claim(): Claim {
    return this.#job.claim
  }

  get attended(): boolean {
    return this.#attended
  }

  /** Lets the job go on when nobody reads it. */
  detach(): void {
    this.#attended = false
    clearTimeout(this.#grace)
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  async saveStep(key: string, result: string): Promise<void> {
    const saved = await saveStepPatiently(this.#parts, this.#job.claim, [key, result], this.signal)
    if (!saved) this.end('taken over')
  }

  async mayTryAgain(): Promise<boolean> {
    const tries = await this.#parts.runs.countTry(this.#job.claim)
    if (tries === undefined) this.end('taken over')
    return tries !== undefined && tries <= MOST_TRIES
  }

  async keptSteps(): Promise<ReadonlyMap<string, string>> {
    const { runs } = this.#parts
    // Steps that are in the journal alone are missing in the store, so this waits until they are stored.
    for (let looks = 0; (runs.journal?.pending ?? 0) > 0; looks += 1)
      if (!(await wait(retryPause(looks), this.signal))) break
    return await runs.steps(this.id)
  }

  /** @returns false if the engine refused the job at once; it is then settled, unless the storage takes too long. */
  async start(settle: SettleJob): Promise<boolean> {
    const { deadlines, observer, settleWithinMs, signal } = this.#parts
    this.#settle = settle
    deadlines.add(this)
    observer?.began(this.feed.id)
    this.#run = await this.#startRun()
    if (this.#run) {
      if (this.signal.aborted) this.#run.leave()
      return true
    }
    await Promise.race([this.#finish(outcomeOf(this.#why ?? 'lost')), wait(settleWithinMs, signal)])
    return false
  }

  tell(event: EngineEvent): void {
    if (this.#completed) return
    if (event.type === 'tool_call.completed') this.#parts.observer?.called(this.feed.id, event.call)
    const json = this.#envelopes.encode(event)
    if (json === undefined) return
    if (event.type !== 'completed') {
      if (!this.#isStored(json)) this.feed.append(json)
    } else if (this.#replay) this.end('taken over')
    else this.#completed = { status: 'completed', usage: event.result.usage, last: json }
  }

  runEnded(): void {
    this.#finish(this.#completed ?? outcomeOf(this.#why ?? 'lost'))
  }

  /** A run that had its result before it was ended or broke still counts as completed. */
  runBroke(error: unknown): void {
    this.#finish(this.#completed ?? this.#broken(error))
  }

  /** Ends the job; does nothing if it has already ended. */
  end(why: End): void {
    if (this.#controller.signal.aborted) return
    this.#why = why
    const said = `The research was ended: ${why}.`
    const isOver = why === 'cancelled' || why === 'timeout' || why === 'shutdown'
    this.#controller.abort(isOver ? new DOMException(said, 'AbortError') : new HandedOverError(said))
    this.#run?.leave()
  }

  /** Takes the number of readers: without any, the job continues for `graceMs` milliseconds and is then cancelled. */
  waitForReaders(count: number, graceMs: number): void {
    clearTimeout(this.#grace)
    if (!this.attended) return
    if (count === 0 && this.feed.state === 'running') this.#grace = setTimeout(() => this.end('cancelled'), graceMs)
  }

  /** Discards the job before it was started. */
  discard(): void {
    this.#conclude()
  }

  #conclude(): void {
    clearTimeout(this.#grace)
    this.done.occur()
    this.#parts.done(this.feed.id)
  }

  async #startRun(): Promise<Run | undefined> {
    const { engine, log } = this.#parts
    keepSteps(this.#job.task, this)
    try {
      return await startResearch(engine, this.#job.task, this.#controller.signal, this)
    } catch (error) {
      log.error({ request_id: this.feed.id, ...describeError(error) }, 'the engine did not start')
      return undefined
    }
  }

  /** Settles what the run came to, and only then publishes the last envelope. */
  async #finish(followed: Completed | Failing): Promise<void> {
    const { feed } = this
    this.#parts.deadlines.delete(this)
    const left = this.#why === 'handed back' && followed.status !== 'completed'
    this.#parts.observer?.ended(feed.id, left ? 'handed back' : followed.status)
    if (left) return this.#leave()
    const last = 'last' in followed ? followed.last : this.#fail(followed)
    const end: JobEnd = { outcome: followed, last, position: feed.length, unwritten: await feed.close() }
    const late = (): JobEnd => {
      const outcome: Failing = { status: 'failed', code: 'PROXY_ERROR' }
      return { ...end, outcome, last: this.#envelopes.fail(...reasonOf(outcome)).last }
    }
    const unbooked = () => this.#envelopes.fail('PROXY_ERROR', UNBOOKED_MESSAGE).last
    const settled = await settlePatiently(
      (wanted) => this.#settle(this.#job.claim, wanted),
      end,
      { late, unbooked },
      this.#parts,
      feed.id,
    )
    if (settled?.last === undefined) feed.cut()
    else feed.end(settled.last, settled.own)
    this.#conclude()
  }

  /** Leaves a request to its next owner. */
  #leave(): void {
    this.handedBack = true
    this.feed.cut()
    this.#conclude()
  }

  /** The last envelope of a run that did not complete. Open tool calls are closed first. */
  #fail(outcome: Failing): string {
    const { closed, last } = this.#envelopes.fail(...reasonOf(outcome))
    // Until all that is stored was told again, nobody knows which calls are open in the stream.
    if (!this.#replay) for (const json of closed) this.feed.append(json)
    return last
  }

  #broken(error: unknown): Failing {
    if (this.#why === undefined) {
      this.#parts.log.error({ request_id: this.feed.id, ...describeError(error) }, 'research failed')
    }
    return outcomeOf(this.#why ?? (error instanceof BackendLostError ? 'lost' : 'broken'))
  }

  /**
   * Whether an envelope is stored already. A run that tells something else than what is stored cannot go on with the
   * stream.
   */
  #isStored(json: string): boolean {
    if (!this.#replay) return false
    const met = this.#replay.meet(json)
    if (met === 'other') this.end('taken over')
    if (met === 'known') this.#envelopes.adopt(this.#replay.latest ?? json)
    if (this.#replay.over) this.#replay = undefined
    return met !== 'new'
  }
}

type Failing = Exclude<Outcome, { status: 'completed' }>

/** A completed run and the envelope with its result. */
type Completed = Extract<Outcome, { status: 'completed' }> & { last: string }

const CODES: Record<Exclude<End, 'cancelled'> | 'broken', FailureCode> = {
  timeout: 'RESEARCH_TIMEOUT',
  shutdown: 'SERVER_SHUTTING_DOWN',
  'handed back': 'SERVER_SHUTTING_DOWN',
  'taken over': 'SERVER_RESTARTED',
  lost: 'PROXY_ERROR',
  broken: 'RESEARCH_FAILED',
}

function outcomeOf(why: End | 'broken'): Failing {
  return why === 'cancelled' ? { status: 'cancelled' } : { status: 'failed', code: CODES[why] }
}

/**
 * The code and message for the client. The specification requires the stream of a cancelled job to end like this too,
 * for whoever still reads it.
 */
function reasonOf(outcome: Failing): [FailureCode, string] {
  if (outcome.status === 'cancelled') return ['RESEARCH_FAILED', CANCELLED_MESSAGE]
  return [outcome.code, FAILURE_MESSAGES[outcome.code]]
}
