import { retryPause, wait } from '#kernel/retry-pause.ts'
import { chunkOf, chunksOf } from '../chunk.ts'
import type { Claim } from '../claim.ts'
import type { JobFeed } from '../local/job-feed.ts'
import { LogGapError } from '../log-gap-error.ts'
import type { Chunk, EventLog, Feed } from '../ports.ts'

/** What the feeds of a worker share. */
export interface WrittenFeedParts {
  log: Pick<EventLog, 'write'>
  /** Announces how a stream ended. */
  announceEnd: (id: string, end: { position: number; last: string }) => void
  /** Called when a write fails; the write is retried. */
  failed: (id: string, error: unknown) => void
  /** Called once when a feed holds more than one request may have. */
  overflowed: (id: string) => void
  /** Called if the log refuses the events, because another process has the request or it has ended. */
  refused: (id: string) => void
  /** Whether a claim is still valid, according to the database. */
  owns: (claim: Claim) => Promise<boolean>
  /** Stops further attempts to write. */
  signal: AbortSignal
}

/** How many envelopes are written at once. */
const BATCH = 256

/** How many UTF-16 units of envelopes one request may have. */
const MOST = 16_777_216

/** How long the last envelopes have to be written, so that readers find them in the log, in milliseconds. */
const FLUSH_WITHIN = 1_000

/** The longest wait before another attempt, in milliseconds: Redis is usually back soon, and readers wait. */
const MOST_PAUSE = 500

/**
 * A feed that a worker writes to a log which may lose everything. It keeps all envelopes until the end, so that it can
 * write them again.
 */
export class WrittenFeed implements JobFeed {
  readonly #claim: Claim
  readonly #parts: WrittenFeedParts
  readonly #envelopes: string[]
  /** How many of them the log has. */
  #confirmed: number
  #size: number
  #writing: Promise<void> | undefined
  #closed = false
  #state: Feed['state'] = 'running'

  /** `stored` is what an earlier owner of the request has written. */
  constructor(claim: Claim, parts: WrittenFeedParts, stored: readonly string[] = []) {
    this.#claim = claim
    this.#parts = parts
    this.#envelopes = [...stored]
    this.#confirmed = stored.length
    this.#size = stored.reduce((sum, { length }) => sum + length, 0)
  }

  get id(): string {
    return this.#claim.id
  }

  get length(): number {
    return this.#envelopes.length
  }

  get state(): Feed['state'] {
    return this.#state
  }

  append(json: string): void {
    const before = this.#size
    this.#size += json.length
    this.#envelopes.push(json)
    if (before <= MOST && this.#size > MOST) this.#parts.overflowed(this.id)
    this.#writing ??= this.#write()
  }

  /** All envelopes are stored with the end: the log may lose them before everybody has read them. */
  async close(): Promise<readonly Chunk[]> {
    await Promise.race([this.#writing, wait(FLUSH_WITHIN, this.#parts.signal)])
    this.#closed = true
    return chunksOf(this.#envelopes)
  }

  end(last: string, stored: boolean): void {
    this.#state = 'ended'
    // If another process has ended the request first, that one has announced the end.
    if (stored) this.#parts.announceEnd(this.id, { position: this.length, last })
  }

  cut(): void {
    this.#state = 'cut'
    this.#closed = true
  }

  async #write(): Promise<void> {
    const { signal, failed } = this.#parts
    for (let failures = 0; this.#confirmed < this.length && !this.#closed; ) {
      try {
        if (!(await this.#writeBatch())) {
          this.#parts.refused(this.id)
          break
        }
        failures = 0
      } catch (error) {
        failed(this.id, error)
        if (!(await wait(Math.min(retryPause(failures++), MOST_PAUSE), signal))) break
      }
    }
    this.#writing = undefined
  }

  /** Envelopes that were appended during one write are written together by the next. False if it was refused. */
  async #writeBatch(): Promise<boolean> {
    const { log, owns } = this.#parts
    const first = this.#confirmed
    const batch = this.#envelopes.slice(first, first + BATCH)
    try {
      if (!(await log.write(this.#claim, chunkOf(first, batch)))) return false
      this.#confirmed = first + batch.length
      return true
    } catch (error) {
      if (!(error instanceof LogGapError)) throw error
      // A log that lost its events has also forgotten who may write to it.
      if (!(await owns(this.#claim))) return false
      this.#confirmed = Math.min(this.#confirmed, error.length)
      return true
    }
  }
}
