import type { Clock } from '#kernel/clock.ts'
import { describeError, type Log } from '#kernel/log.ts'
import { failedEnd } from '../failed-end.ts'
import type { Job, Jobs, PreparedJob } from '../ports.ts'
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
  presence: Pick<Presence, 'note' | 'left'>
  /** Ends a request as cancelled, whoever runs it. */
  cancel: (id: string) => Promise<void>
  clock: Clock
  log: Log
}

/** How often silent streams are looked after and readers are noted, in milliseconds. */
const LOOK_EVERY = 2_000

interface Followed {
  feed: RemoteFeed
  leave: () => void
  /** Whether nobody read it when it was last looked after. */
  unread: boolean
}

/** The jobs of an API process, which workers run. It follows their events over one connection. */
export function createQueuedJobs(parts: QueuedJobsParts): Jobs & { close(): void } {
  const { queue, events, desk, presence, clock, log } = parts
  const followed = new Map<string, Followed>()
  const closing = new AbortController()
  let accepting = true

  const drop = (id: string) => {
    followed.get(id)?.leave()
    followed.delete(id)
  }
  const readers = (id: string, count: number) => {
    // While Redis is away, no worker takes a request for unread.
    if (count === 0) presence.left(id).catch(() => {})
    else presence.note([id]).catch(() => {})
  }
  const open = (id: string): RemoteFeed => {
    const known = followed.get(id)
    if (known) return known.feed
    const feed = new RemoteFeed(id, { log: events, readers, signal: closing.signal })
    const listening = desk.listen(id, feed)
    // What was written before is looked for only when everything after it is announced here.
    listening.then(() => feed.look()).catch((error) => log.warn({ request_id: id, ...describeError(error) }, UNHEARD))
    const leave = () => void listening.then((end) => end()).catch(() => {})
    followed.set(id, { feed, leave, unread: false })
    return feed
  }
  const add = async ({ claim: { id }, envelopes }: Job, settle: Parameters<PreparedJob['start']>[0], rank: number) => {
    try {
      await queue.add(id, rank)
      return true
    } catch (error) {
      log.error({ request_id: id, ...describeError(error) }, 'a request could not be given to the workers')
      await settle({ ...failedEnd({ status: 'failed', code: 'PROXY_ERROR' }, envelopes, clock), position: 0 })
      drop(id)
      return false
    }
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
    prepare: (job) => ({
      feed: open(job.claim.id),
      discard: () => drop(job.claim.id),
      start: (settle, rank = 0) => add(job, settle, rank),
    }),
    takeUp: async () => false,
    // Whoever comes while this process ends is better served by another one.
    follow: (id) => (accepting ? open(id) : undefined),
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

const UNHEARD = 'running streams could not be looked after'

/** Renews the notes of readers, and finds what was not announced, for all streams of the process at once. */
async function lookAfter(
  { events, runs, presence }: QueuedJobsParts,
  followed: ReadonlyMap<string, Followed>,
  drop: (id: string) => void,
): Promise<void> {
  for (const [id, one] of followed) {
    const unread = one.feed.readers === 0
    if (unread && one.unread) drop(id)
    one.unread = unread
  }
  const running = [...followed.values()].map(({ feed }) => feed).filter(({ state }) => state === 'running')
  const silent = running.filter(({ heard }) => !heard)
  for (const feed of running) feed.heard = false
  const ids = silent.map(({ id }) => id)
  // The database knows the end of a request also while Redis is away.
  const noting = presence.note(running.filter(({ readers }) => readers > 0).map(({ id }) => id)).catch(() => {})
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
