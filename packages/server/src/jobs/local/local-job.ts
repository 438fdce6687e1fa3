import { BackendLostError, type EngineEvent, type ResearchEngine } from '@deep-research/engine'
import type { FailureCode } from '@deep-research/sdk/contract'
import type { Clock } from '#kernel/clock.ts'
import { describeError, type Log } from '#kernel/log.ts'
import { createEnvelopes, type Envelopes } from '#protocol/envelopes.ts'
import type { Job, Outcome, SettleJob } from '../ports.ts'
import type { WritableFeed } from './feed.ts'
import { type StartedRun, startResearch } from './run-research.ts'

export interface LocalJobParts {
  engine: ResearchEngine
  clock: Clock
  log: Log
  /** Milliseconds after which a job fails with RESEARCH_TIMEOUT. */
  timeoutMs: number
}

/** Why a job was ended from outside. */
export type End = 'cancelled' | 'timeout' | 'shutdown'

/** One job in this process. */
export interface LocalJob {
  feed: WritableFeed
  /** @returns false where the engine refused it at once; it is settled then. */
  start(settle: SettleJob): Promise<boolean>
  /** Ends it. Does nothing where it has ended. */
  end(why: End): void
  /** Gives it up, unstarted. */
  discard(): void
  /** Resolves when it is settled. */
  settled: Promise<void>
  /** Resolves when it is settled and its events are stored. */
  done: Promise<void>
}

const MESSAGES: Record<FailureCode, string> = {
  PROXY_ERROR: 'The research backend was lost. The credits were given back.',
  RESEARCH_FAILED: 'The research failed. The credits were given back.',
  RESEARCH_TIMEOUT: 'The research took too long and was ended. The credits were given back.',
  SERVER_SHUTTING_DOWN: 'The service is shutting down. The credits were given back; send the request again.',
}

const CANCELLED = 'The research was cancelled.'

export function createLocalJob(parts: LocalJobParts, job: Job, feed: WritableFeed): LocalJob {
  const controller = new AbortController()
  const settled = Promise.withResolvers<void>()
  const done = Promise.withResolvers<void>()
  let why: End | undefined
  const end = (reason: End) => {
    if (controller.signal.aborted) return
    why = reason
    controller.abort(new DOMException(`The research was ended: ${reason}.`, 'AbortError'))
  }
  return {
    feed,
    end,
    settled: settled.promise,
    done: done.promise,
    discard() {
      settled.resolve()
      done.resolve()
    },
    async start(settle) {
      const timer = setTimeout(() => end('timeout'), parts.timeoutMs)
      const run = await startOrLog(parts, job, controller.signal)
      const envelopes = createEnvelopes(job.envelopes, parts.clock)
      const finishing = finish(parts, { job, feed, envelopes, run, whyEnded: () => why, settle })
      const finished = finishing.then(() => {
        clearTimeout(timer)
        settled.resolve()
        return feed.store()
      })
      finished.then(done.resolve)
      if (!run) await finishing
      return run !== undefined
    },
  }
}

async function startOrLog(
  { engine, log }: LocalJobParts,
  job: Job,
  signal: AbortSignal,
): Promise<StartedRun | undefined> {
  try {
    return await startResearch(engine, job.task, signal)
  } catch (error) {
    log.error({ request_id: job.id, ...describeError(error) }, 'the engine did not start')
    return undefined
  }
}

interface Running {
  job: Job
  feed: WritableFeed
  envelopes: Envelopes
  run: StartedRun | undefined
  whyEnded: () => End | undefined
  settle: SettleJob
}

/** Follows a run to its end, settles it, and only then tells the last envelope. */
async function finish({ log }: LocalJobParts, running: Running): Promise<void> {
  const { job, feed, envelopes, settle, whyEnded } = running
  let { outcome, last, error } = await follow(running)
  if (error !== undefined && whyEnded() === undefined) {
    log.error({ request_id: job.id, ...describeError(error) }, 'research failed')
  }
  try {
    await settle(outcome)
  } catch {
    outcome = { status: 'failed', code: 'PROXY_ERROR' }
  }
  if (outcome.status === 'completed' && last !== undefined) feed.append(last)
  for (const json of failure(envelopes, outcome)) feed.append(json)
  feed.end(outcome.status)
}

interface Followed {
  outcome: Outcome
  /** The envelope that ends a completed run. */
  last?: string | undefined
  error?: unknown
}

async function follow({ feed, envelopes, run, whyEnded }: Running): Promise<Followed> {
  if (!run) return { outcome: { status: 'failed', code: 'PROXY_ERROR', unstarted: true } }
  let completed: Followed | undefined
  const tell = (event: EngineEvent) => {
    if (completed) return
    const json = envelopes.encode(event)
    if (event.type === 'completed') {
      completed = { outcome: { status: 'completed', usage: event.result.usage }, last: json }
    } else if (json !== undefined) feed.append(json)
  }
  try {
    await run.follow(tell)
    return completed ?? { outcome: { status: 'failed', code: 'PROXY_ERROR' } }
  } catch (error) {
    // A run that had its result before it was ended or broke has completed all the same.
    return completed ?? { outcome: failed(whyEnded(), error), error }
  }
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
