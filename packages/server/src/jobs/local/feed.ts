import { retryPause, wait } from '#kernel/retry-pause.ts'
import type { Claim } from '../claim.ts'
import { readLines } from '../lines.ts'
import type { Chunk, EventLog, Feed } from '../ports.ts'
import { WatchedFeed } from '../watched-feed.ts'
import { Page } from './page.ts'

/** How many bytes of envelopes are moved to the log at once. */
const PAGE = 65_536

const NO_CHUNKS: readonly Chunk[] = []

/** How many bytes may wait for a log that accepts none. */
const MAX_UNWRITTEN = 16_777_216

/** What the feeds of a process share. */
export interface FeedParts {
  log: EventLog
  /** Called with the number of readers whenever it changes. */
  readers: (id: string, count: number) => void
  /** Called when a write fails; the write is retried. */
  failed: (id: string, error: unknown) => void
  /** Called when a feed holds more than may wait for the log; it may be called again. */
  overflowed: (id: string) => void
  /** Called if the log refuses the events, because another process has the request or it has ended. */
  refused: (id: string) => void
  /** Stops further attempts to write. */
  signal: AbortSignal
}

/** A feed with its newest envelopes in memory and its older ones in the log; the job writes to it. */
export class LocalFeed extends WatchedFeed implements Feed {
  readonly #claim: Claim
  readonly #parts: FeedParts
  /** What the log has not confirmed, the oldest first. */
  #unwritten = NO_CHUNKS
  /** The envelopes after these. */
  readonly #page: Page
  /** Whether another process began the request. */
  readonly #takenUp: boolean
  /** The newest envelope while readers are told of it; those that keep up need no other. */
  #newest: string | undefined
  #newestBytes: number | undefined
  /** The last envelope of the stream, which is stored separately. */
  #last: string | undefined
  #state: Feed['state'] = 'running'
  #writing = false
  /** Whether the rest is written together with the job's end. */
  #closed = false

  /** `inherited` is how many envelopes of a request are stored that another process began. */
  constructor(claim: Claim, parts: FeedParts, inherited?: number) {
    super()
    this.#claim = claim
    this.#page = new Page(inherited)
    this.#takenUp = inherited !== undefined
    this.#parts = parts
  }

  get id(): string {
    return this.#claim.id
  }

  get length(): number {
    return this.#page.end + (this.#last === undefined ? 0 : 1)
  }

  get state(): Feed['state'] {
    return this.#state
  }

  start(after: number): number {
    if (this.#state === 'ended') return Math.min(after, this.length - 1)
    // A reader may have received more from the former process than that process stored. This process tells it again.
    return this.#takenUp ? after : Math.min(after, this.length)
  }

  at(index: number): string | undefined {
    return index === this.length - 1 ? (this.#last ?? this.#newest) : undefined
  }

  bytesAt(index: number): number | undefined {
    return index === this.length - 1 ? this.#newestBytes : undefined
  }

  async load(index: number): Promise<readonly string[]> {
    if (this.#last !== undefined && index === this.#page.end) return [this.#last]
    const unwritten = this.#unwritten.find(({ first, count }) => index >= first && index < first + count)
    const held = unwritten ?? this.#page.read(index)
    const envelopes = held
      ? readLines(held.lines.toString()).slice(index - held.first)
      : await this.#parts.log.read(this.id, index)
    if (!envelopes) throw new Error('an envelope is neither in memory nor in the log')
    return envelopes
  }

  append(json: string): void {
    this.#newestBytes = this.#page.append(json)
    this.#newest = json
    this.tellWatchers()
    this.#newest = undefined
    this.#newestBytes = undefined
    if (this.#page.bytes < PAGE) return
    this.#seal()
    if (!this.#writing) this.#write()
  }

  /** Returns what the log has not confirmed, to be stored with the end. From now on it is written in no other way. */
  close(): readonly Chunk[] {
    this.#closed = true
    this.#seal()
    return this.#unwritten
  }

  /** Ends the feed with its last envelope. `stored` says that everything else is in the log by now. */
  end(last: string, stored: boolean): void {
    if (stored) this.#unwritten = NO_CHUNKS
    this.#last = last
    this.#state = 'ended'
    this.tellWatchers()
  }

  /** Cuts off all readers. */
  cut(): void {
    this.#state = 'cut'
    this.tellWatchers()
  }

  protected readersChanged(): void {
    this.#parts.readers(this.id, this.readers)
  }

  #seal(): void {
    const newest = this.#page.read()
    if (!newest) return
    this.#page.clear()
    this.#unwritten = [...this.#unwritten, newest]
    const bytes = this.#unwritten.reduce((sum, { lines }) => sum + lines.length, 0)
    if (bytes > MAX_UNWRITTEN) this.#parts.overflowed(this.id)
  }

  /** Writes one chunk after another, so that the log has no gaps. */
  async #write(): Promise<void> {
    const { log, signal, failed, refused } = this.#parts
    this.#writing = true
    for (let failures = 0; ; ) {
      const [chunk] = this.#unwritten
      if (!chunk || this.#closed) break
      try {
        if (!(await log.write(this.#claim, chunk))) {
          refused(this.id)
          break
        }
        failures = 0
        this.#unwritten = this.#unwritten.filter((other) => other !== chunk)
      } catch (error) {
        failed(this.id, error)
        if (!(await wait(retryPause(failures++), signal))) break
      }
    }
    this.#writing = false
  }
}
