import { OneTimeEvent } from '#kernel/one-time-event.ts'
import { retryPause, wait } from '#kernel/retry-pause.ts'
import type { EventLog, Feed } from '../ports.ts'
import type { KeptEnd } from '../stored-feed.ts'
import { WatchedFeed } from '../watched-feed.ts'
import type { News } from './news.ts'

/** What the feeds of an API process share. */
export interface RemoteFeedParts {
  log: Pick<EventLog, 'read' | 'length'>
  /** Called with the number of readers whenever it changes. */
  readers: (id: string, count: number) => void
  /** Stops waiting for the log. */
  signal: AbortSignal
}

/** How often to look for an envelope that the log has lost and that its writer writes again. */
const LOOKS = 20

/** The feed of a request that some worker runs. It follows what is announced, and reads the log where that is not all. */
export class RemoteFeed extends WatchedFeed implements Feed, News {
  readonly id: string
  /** Occurs when a worker is known to have the request, or nobody needs to know any more. */
  readonly taken = new OneTimeEvent()
  readonly #parts: RemoteFeedParts
  /** What was announced last. */
  #newest: { first: number; envelopes: readonly string[] } = { first: 0, envelopes: [] }
  /** How many envelopes there are before the last one, as far as is known. */
  #known = 0
  #end: KeptEnd | undefined
  #state: Feed['state'] = 'running'
  /** Whether anything was announced since this was last reset. */
  heard = false

  constructor(id: string, parts: RemoteFeedParts) {
    super()
    this.id = id
    this.#parts = parts
  }

  get length(): number {
    return this.#end ? this.#end.position + 1 : this.#known
  }

  get state(): Feed['state'] {
    return this.#state
  }

  /** A reader may have more of a running stream than this process knows of. */
  start(after: number): number {
    return this.#state === 'ended' ? Math.min(after, this.length - 1) : after
  }

  at(index: number): string | undefined {
    if (this.#end && index === this.#end.position) return this.#end.last
    return this.#newest.envelopes[index - this.#newest.first]
  }

  bytesAt(): undefined {}

  async load(index: number): Promise<readonly string[]> {
    for (let looks = 0; ; looks += 1) {
      const held = this.at(index)
      if (held !== undefined) return [held]
      const envelopes = await this.#parts.log.read(this.id, index).catch(() => undefined)
      if (envelopes) return envelopes
      if (looks === LOOKS || !(await wait(Math.min(retryPause(looks), 500), this.#parts.signal))) break
    }
    throw new Error('an envelope is not in the log')
  }

  onTaken(): void {
    this.taken.occur()
  }

  onEvents(first: number, envelopes: readonly string[]): void {
    const known = first + envelopes.length
    this.heard = true
    // Envelopes that are written again because the log lost them are already known here.
    if (this.#state !== 'running' || known <= this.#known) return
    this.#newest = { first, envelopes }
    this.#setKnown(known)
  }

  onEnd(end: KeptEnd): void {
    if (this.#state !== 'running') return
    this.#end = end
    this.#state = 'ended'
    this.taken.occur()
    this.tellWatchers()
  }

  onGap(): void {
    this.look().catch(() => {})
  }

  /** Looks into the log for what was not announced here. */
  async look(): Promise<void> {
    this.found(await this.#parts.log.length(this.id))
  }

  /** Takes how many envelopes the log has. */
  found(length: number): void {
    if (this.#state === 'running' && length > this.#known) this.#setKnown(length)
  }

  /** Cuts off all readers; they may come back to any process. */
  cut(): void {
    if (this.#state !== 'running') return
    this.#state = 'cut'
    this.taken.occur()
    this.tellWatchers()
  }

  #setKnown(known: number): void {
    this.#known = known
    this.taken.occur()
    this.tellWatchers()
  }

  protected readersChanged(): void {
    this.#parts.readers(this.id, this.readers)
  }
}
