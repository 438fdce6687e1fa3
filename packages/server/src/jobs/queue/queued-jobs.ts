import type { Clock } from '#kernel/clock.ts'
import { describeError, type Log } from '#kernel/log.ts'
import type { OneTimeEvent } from '#kernel/one-time-event.ts'
import { wait } from '#kernel/retry-pause.ts'
import { failedEnd } from '../failed-end.ts'
import type { Job, Jobs, SettleJob } from '../ports.ts'
import type { LossyEventLog } from '../redis/event-log.ts'
import type { NewsDesk } from '../redis/news.ts'
import type { Presence } from '../redis/presence.ts'
import { RemoteFeed } from '../redis/remote-feed.ts'
import type { RunStore } from '../run-store.ts'
import type { WorkQueue } from './queue.ts'

export interface QueuedJobsParts {
  queue: Pick<WorkQueue, 'add'>
  events: LossyEventLog
  runs: Pick<RunStore, 'ended'>
  desk: NewsDesk
  presence: Pick<Presence, 'joined' | 'left' | 'renew'>
  /** Ends a request as cancelled, whoever runs it. */
  cancel: (id: string) => Promise<void>
  clock: Clock
  log: Log
  /** How long a request waits for a worker before it is refused, in milliseconds. Default: 10 seconds. */
  takenWithinMs?: number
}

const TAKEN_WITHIN = 10_000

/** How often silent streams are looked after and readers are noted, in milliseconds. */
const LOOK_EVERY = 2_000

interface Followed {
  feed: RemoteFeed
  /** Resolves once everything that is announced will be received. */
  listening: Promise<unknown>
  leave: () => void
  /** Whether its request is being let in, and will then be read. */
  awaited: boolean
  /** Whether nobody read it when it was last looked after. */
  unread: boolean
}

/** The jobs of an API process, which workers run. It follows their events over one connection. */
export function createQueuedJobs(parts: QueuedJobsParts): Jobs & { close(): void } {
  const { queue, events, desk, presence, clock, log, takenWithinMs = TAKEN_WITHIN } = parts
  const followed = new Map<string, Followed>()
  const closing = new AbortController()
  let accepting = true

  const drop = (id: string) => {
    const one = followed.get(id)
    followed.delete(id)
    one?.leave()
    // Nobody looks after it any more, so whoever still reads it has to come back.
    one?.feed.cut()
  }
  const readers = (id: string, count: number) => {
    // While Redis is away, no worker takes a request for unread.
    if (count === 0) presence.left(id).catch(() => {})
    else presence.joined(id).catch(() => {})
  }
  const open = (id: string): Followed => {
    const known = followed.get(id)
    if (known) return known
    const feed = new RemoteFeed(id, { log: events, readers, signal: closing.signal })
    const heard = desk.listen(id, feed)
    // What was written before is looked for only when everything after it is announced here.
    const unheard = (error: unknown) => log.warn({ request_id: id, ...describeError(error) }, UNHEARD)
    const listening = heard.then(() => feed.look()).catch(unheard)
    const leave = () => void heard.then((end) => end()).catch(() => {})
    const one = { feed, listening, leave, awaited: false, unread: false }
    followed.set(id, one)
    return one
  }
  const refuse = async ({ claim, envelopes }: Job, settle: SettleJob, why: string, error?: unknown) => {
    const failed = failedEnd({ status: 'failed', code: 'PROXY_ERROR' }, envelopes, clock)
    const { own } = await settle(claim, { ...failed, position: 0 })
    if (!own) return false
    log.error({ request_id: claim.id, ...(error !== undefined && describeError(error)) }, why)
    drop(claim.id)
    return true
  }
  const add = async (job: Job, { feed, listening }: Followed, settle: SettleJob, rank: number) => {
    await listening
    try {
      await queue.add(job.claim.id, rank)
    } catch (error) {
      return !(await refuse(job, settle, 'a request could not be given to the workers', error))
    }
    if (await occursWithin(feed.taken, takenWithinMs, closing.signal)) return true
    // If a worker has taken it meanwhile, this is fenced. If the storage does not answer, the worker knows the end.
    return !(await refuse(job, settle, 'no worker took a request').catch(() => false))
  }
  const timer = setInterval(() => {
    lookAfter(parts, followed, drop).catch((error) => log.warn(describeError(error), UNHEARD))
  }, LOOK_EVERY).unref()
  return {
    get accepting() {
      return accepting
    },
    runHere: false,
    engine: undefined,
    prepare(job) {
      const one = open(job.claim.id)
      one.awaited = true
      return {
        feed: one.feed,
        discard: () => drop(job.claim.id),
        start: (settle, rank = 0) => add(job, one, settle, rank).finally(() => (one.awaited = false)),
      }
    },
    takeUp: async () => false,
    // Whoever comes while this process ends is better served by another one.
    follow: (id) => (accepting ? open(id).feed : undefined),
    // The worker looks into the database before it ends a request that nobody reads.
    detach() {},
    async cancel(id) {
      await parts.cancel(id)
      return true
    },
    leave() {},
    async drain() {
      accepting = false
      for (const { feed } of followed.values()) feed.cut()
    },
    close() {
      clearInterval(timer)
      closing.abort()
      for (const id of followed.keys()) drop(id)
    },
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

const UNHEARD = 'running streams could not be looked after'

/** Renews the note of readers, and finds what was not announced, for all streams of the process at once. */
async function lookAfter(
  { events, runs, presence }: QueuedJobsParts,
  followed: ReadonlyMap<string, Followed>,
  drop: (id: string) => void,
): Promise<void> {
  for (const [id, one] of followed) {
    const unread = one.feed.readers === 0 && !one.awaited
    if (unread && one.unread) drop(id)
    one.unread = unread
  }
  const running = [...followed.values()].map(({ feed }) => feed).filter(({ state }) => state === 'running')
  const silent = running.filter(({ heard }) => !heard)
  for (const feed of running) feed.heard = false
  const ids = silent.map(({ id }) => id)
  // The database knows the end of a request also while Redis is away.
  const read = [...followed.values()].filter(({ feed }) => feed.readers > 0)
  const noting = presence.renew(read.map(({ feed }) => feed.id)).catch(() => {})
  const lengths = await events.lengths(ids).catch(() => [])
  for (const [index, feed] of silent.entries()) feed.found(lengths[index] ?? 0)
  const ends = await runs.ended(ids)
  for (const feed of silent) {
    const end = ends.get(feed.id)
    if (end) feed.onEnd(end)
    else if (ends.has(feed.id)) feed.cut()
  }
  await noting
}
