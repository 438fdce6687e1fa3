import type { Clock } from '#kernel/clock.ts'
import { describeError } from '#kernel/log.ts'
import type { OneTimeEvent } from '#kernel/one-time-event.ts'
import { wait } from '#kernel/retry-pause.ts'
import { failedEnd } from '../failed-end.ts'
import type { Job, Jobs, SettleJob } from '../ports.ts'
import { type Followed, FollowedStreams, type FollowedStreamsParts } from './followed-streams.ts'
import type { WorkQueue } from './queue.ts'

export interface QueuedJobsParts extends FollowedStreamsParts {
  queue: Pick<WorkQueue, 'add'>
  /** Ends a request as cancelled, whoever runs it. */
  cancel: (id: string) => Promise<void>
  clock: Clock
  /** How long a request waits for a worker before it is refused, in milliseconds. Default: 10 seconds. */
  takenWithinMs?: number
}

const TAKEN_WITHIN = 10_000

/** The jobs of an API process, which workers run. It follows their events over one connection. */
export function createQueuedJobs(parts: QueuedJobsParts): Jobs & { close(): void } {
  const { queue, clock, log, takenWithinMs = TAKEN_WITHIN } = parts
  const streams = new FollowedStreams(parts)
  let accepting = true

  const refuse = async ({ claim, envelopes }: Job, settle: SettleJob, why: string, error?: unknown) => {
    const failed = failedEnd({ status: 'failed', code: 'PROXY_ERROR' }, envelopes, clock)
    const { own } = await settle(claim, { ...failed, position: 0 })
    if (!own) return false
    log.error({ request_id: claim.id, ...(error !== undefined && describeError(error)) }, why)
    streams.drop(claim.id)
    return true
  }
  const add = async (job: Job, { feed, listening }: Followed, settle: SettleJob, rank: number) => {
    await listening
    try {
      await queue.add(job.claim.id, rank)
    } catch (error) {
      return !(await refuse(job, settle, 'a request could not be given to the workers', error))
    }
    if (await occursWithin(feed.taken, takenWithinMs, streams.closing)) return true
    // If a worker has taken the request meanwhile, the storage does not take this end. If the storage does not answer,
    // the request counts as started, and whoever runs it tells its end.
    return !(await refuse(job, settle, 'no worker took a request').catch(() => false))
  }
  return {
    get accepting() {
      return accepting
    },
    runHere: false,
    engine: undefined,
    prepare(job) {
      const one = streams.open(job.claim.id)
      one.awaited = true
      return {
        feed: one.feed,
        discard: () => streams.drop(job.claim.id),
        start: (settle, rank = 0) => add(job, one, settle, rank).finally(() => (one.awaited = false)),
      }
    },
    takeUp: async () => false,
    // Whoever comes while this process ends is better served by another one.
    follow: (id) => (accepting ? streams.open(id).feed : undefined),
    // The worker looks into the database before it ends a request that nobody reads.
    detach() {},
    async cancel(id) {
      await parts.cancel(id)
      return true
    },
    leave() {},
    async drain() {
      accepting = false
      streams.cut()
    },
    close: () => streams.close(),
  }
}

/** Whether an event occurs in time. */
async function occursWithin(event: OneTimeEvent, ms: number, signal: AbortSignal): Promise<boolean> {
  const over = new AbortController()
  const late = wait(ms, AbortSignal.any([signal, over.signal])).then(() => false)
  const occurred = await Promise.race([event.wait().then(() => true), late])
  over.abort()
  return occurred
}
