import { describeError, type Log } from '#kernel/log.ts'
import type { LossyEventLog } from '../redis/event-log.ts'
import type { NewsDesk } from '../redis/news.ts'
import type { Presence } from '../redis/presence.ts'
import { RemoteFeed } from '../redis/remote-feed.ts'
import type { RunStore } from '../run-store.ts'

export interface FollowedStreamsParts {
  events: LossyEventLog
  runs: Pick<RunStore, 'ended'>
  desk: NewsDesk
  presence: Pick<Presence, 'joined' | 'left' | 'renew'>
  log: Log
}

/** How often silent streams are looked after and readers are noted, in milliseconds. */
const LOOK_EVERY = 2_000

const UNHEARD = 'running streams could not be looked after'

/** A stream that a worker writes and this process reads. */
export interface Followed {
  feed: RemoteFeed
  /** Resolves once everything that is announced will be received. */
  listening: Promise<unknown>
  leave: () => void
  /** Whether its request is being let in, and will then be read. */
  awaited: boolean
  /** Whether nobody read it when it was last looked after. */
  unread: boolean
}

/** The streams that an API process follows, over one connection. */
export class FollowedStreams {
  readonly #parts: FollowedStreamsParts
  readonly #followed = new Map<string, Followed>()
  readonly #closing = new AbortController()
  readonly #timer: NodeJS.Timeout

  constructor(parts: FollowedStreamsParts) {
    this.#parts = parts
    this.#timer = setInterval(() => {
      this.#lookAfter().catch((error) => parts.log.warn(describeError(error), UNHEARD))
    }, LOOK_EVERY).unref()
  }

  /** Aborted by `close`. */
  get closing(): AbortSignal {
    return this.#closing.signal
  }

  open(id: string): Followed {
    const known = this.#followed.get(id)
    if (known) return known
    const { events, desk, log } = this.#parts
    const readers = (id: string, count: number) => this.#note(id, count)
    const feed = new RemoteFeed(id, { log: events, readers, signal: this.closing })
    const heard = desk.listen(id, feed)
    // Listening begins before the log is read, so that nothing is missed that is written in between.
    const unheard = (error: unknown) => log.warn({ request_id: id, ...describeError(error) }, UNHEARD)
    const listening = heard.then(() => feed.look()).catch(unheard)
    const leave = () => void heard.then((end) => end()).catch(() => {})
    const one = { feed, listening, leave, awaited: false, unread: false }
    this.#followed.set(id, one)
    return one
  }

  drop(id: string): void {
    const one = this.#followed.get(id)
    this.#followed.delete(id)
    one?.leave()
    // Nobody looks after it any more, so whoever still reads it has to come back.
    one?.feed.cut()
  }

  /** Sends all readers away, who come back to another process. */
  cut(): void {
    for (const { feed } of this.#followed.values()) feed.cut()
  }

  close(): void {
    clearInterval(this.#timer)
    this.#closing.abort()
    for (const id of this.#followed.keys()) this.drop(id)
  }

  #note(id: string, readers: number): void {
    const { presence } = this.#parts
    // A failure does no harm: while Redis is away, no worker cancels a request for lack of readers.
    if (readers === 0) presence.left(id).catch(() => {})
    else presence.joined(id).catch(() => {})
  }

  /** Renews the note of readers, and finds what was not announced, for all streams of the process at once. */
  async #lookAfter(): Promise<void> {
    const { events, runs, presence } = this.#parts
    for (const [id, one] of this.#followed) {
      const unread = one.feed.readers === 0 && !one.awaited
      if (unread && one.unread) this.drop(id)
      one.unread = unread
    }
    const feeds = [...this.#followed.values()].map(({ feed }) => feed)
    const running = feeds.filter(({ state }) => state === 'running')
    const silent = running.filter(({ heard }) => !heard)
    for (const feed of running) feed.heard = false
    // The database knows the end of a request also while Redis is away.
    const noting = presence.renew(feeds.filter(({ readers }) => readers > 0).map(({ id }) => id)).catch(() => {})
    const ids = silent.map(({ id }) => id)
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
}
