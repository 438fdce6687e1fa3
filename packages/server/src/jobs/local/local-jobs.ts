import type { EngineEvent, ResearchEngine } from '@deep-research/engine'
import type { FailureCode, ResearchResult } from '@deep-research/sdk/contract'
import type { Clock } from '#kernel/clock.ts'
import { describeError, type Log } from '#kernel/log.ts'
import { createEnvelopes } from '#protocol/envelopes.ts'
import type { Job, Jobs, Outcome } from '../ports.ts'
import { createFeed } from './feed.ts'
import { type StartedRun, startResearch } from './run-research.ts'

export interface LocalJobsParts {
  engine: ResearchEngine
  clock: Clock
  log: Log
  /** Milliseconds after which a job fails with RESEARCH_TIMEOUT. */
  timeoutMs: number
}

/** Why a job was ended from outside. */
type End = 'cancelled' | 'timeout' | 'shutdown'

interface RunningJob {
  end(why: End): void
  settled: Promise<void>
}

const MESSAGES: Record<FailureCode, string> = {
  PROXY_ERROR: 'The research backend was lost. The credits were given back.',
  RESEARCH_FAILED: 'The research failed. The credits were given back.',
  RESEARCH_TIMEOUT: 'The research took too long and was ended. The credits were given back.',
  SERVER_SHUTTING_DOWN: 'The service is shutting down. The credits were given back; send the request again.',
}

/** Jobs that run in this process. */
export function createLocalJobs(parts: LocalJobsParts): Jobs {
  const running = new Map<string, RunningJob>()
  let accepting = true
  return {
    get accepting() {
      return accepting
    },
    async start(job, settle) {
      const { end, run, whyEnded } = await begin(parts, job)
      const feed = createFeed()
      const settled = finish(parts, job, feed, run, whyEnded, settle).finally(() => running.delete(job.id))
      running.set(job.id, { end, settled })
      // A job that was admitted just before the draining began ends with the others.
      if (!accepting) end('shutdown')
      return feed
    },
    cancel(id) {
      running.get(id)?.end('cancelled')
    },
    async drain() {
      accepting = false
      for (const job of running.values()) job.end('shutdown')
      await Promise.all([...running.values()].map(({ settled }) => settled))
    },
  }
}

/** Starts the engine under a signal that aborts at the time limit or when `end` is called. */
async function begin({ engine, timeoutMs }: LocalJobsParts, job: Job) {
  const controller = new AbortController()
  let why: End | undefined
  const end = (reason: End) => {
    why ??= reason
    controller.abort(new DOMException(`The research was ended: ${reason}.`, 'AbortError'))
  }
  const timer = setTimeout(() => end('timeout'), timeoutMs)
  controller.signal.addEventListener('abort', () => clearTimeout(timer), { once: true })
  try {
    const started = await startResearch(engine, job.task, controller.signal)
    const run: StartedRun = {
      follow: (tell) => started.follow(tell).finally(() => clearTimeout(timer)),
    }
    return { end, run, whyEnded: () => why }
  } catch (error) {
    clearTimeout(timer)
    throw error
  }
}

/** Follows a run to its end, settles it, and only then tells the last envelope. */
async function finish(
  { clock, log }: LocalJobsParts,
  job: Job,
  feed: ReturnType<typeof createFeed>,
  run: StartedRun,
  whyEnded: () => End | undefined,
  settle: (outcome: Outcome) => Promise<void>,
): Promise<void> {
  const envelopes = createEnvelopes(job.envelopes, clock)
  let result: ResearchResult | undefined
  const tell = (event: EngineEvent) => {
    if (result) return
    if (event.type === 'completed') result = event.result
    else append(feed, envelopes.encode(event))
  }
  let outcome: Outcome
  try {
    await run.follow(tell)
    outcome = result ? { status: 'completed', usage: result.usage } : { status: 'failed', code: 'PROXY_ERROR' }
  } catch (error) {
    outcome = failure(result, whyEnded())
    if (whyEnded() === undefined) log.error({ request_id: job.id, ...describeError(error) }, 'research failed')
  }
  try {
    await settle(outcome)
  } catch {
    outcome = { status: 'failed', code: 'PROXY_ERROR' }
  }
  if (outcome.status === 'completed' && result) append(feed, envelopes.encode({ type: 'completed', result }))
  if (outcome.status === 'failed') {
    for (const json of envelopes.fail(outcome.code, MESSAGES[outcome.code])) append(feed, json)
  }
  feed.end(outcome.status)
}

function append(feed: ReturnType<typeof createFeed>, json: string | undefined): void {
  if (json !== undefined) feed.append(json)
}

/** A run that had its result before it was ended or broke has completed all the same. */
function failure(result: ResearchResult | undefined, why: End | undefined): Outcome {
  if (result) return { status: 'completed', usage: result.usage }
  if (why === 'cancelled') return { status: 'cancelled' }
  if (why === 'timeout') return { status: 'failed', code: 'RESEARCH_TIMEOUT' }
  if (why === 'shutdown') return { status: 'failed', code: 'SERVER_SHUTTING_DOWN' }
  return { status: 'failed', code: 'RESEARCH_FAILED' }
}
