import { retryPause, wait } from '#kernel/retry-pause.ts'
import type { Chunk, EventLog, Feed } from '../ports.ts'

/** Characters of envelopes after which they are moved to the log. */
const CHUNK = 65_536

/** Characters that may wait for a log that does not take them. */
const MAX_UNWRITTEN = 16_777_216

/** What the feeds of a process share. */
export interface FeedParts {
  log: EventLog
  /** Told how many readers there are, whenever that changes. */
  readers: (id: string, count: number) => void
  /** Told of a write that failed; it is tried again. */
  failed: (id: string, error: unknown) => void
  /** Told once of a feed that holds more than may wait for the log. */
  overflowed: (id: string) => void
  /** Ends the attempts to write. */
  signal: AbortSignal
}

/** A feed whose newest envelopes are in memory and whose older ones are in the log, and the end that writes it. */
export class LocalFeed implements Feed {
  readonly id: string
  readonly #parts: FeedParts
  /** Replaced rather than changed: a watcher may come or go while all are called. */
  #watchers: readonly (() => void)[] = []
  /** What the log has not confirmed, the oldest first. */
  #unwritten: readonly Chunk[] = []
  #tail: { first: number; envelopes: string[] } = { first: 0, envelopes: [] }
  #characters = 0
  #unwrittenCharacters = 0
  #state: Feed['state'] = 'running'
  #writing = false
  /** The rest is written with the job's end. */
  #closed = false

  constructor(id: string, parts: FeedParts) {
    this.id = id
    this.#parts = parts
  }

  get length(): number {
    return this.#tail.first + this.#tail.envelopes.length
  }

  get state(): Feed['state'] {
    return this.#state
  }

  start(after: number): number {
    return Math.min(after, this.#state === 'ended' ? this.length - 1 : this.length)
  }

  at(index: number): string | undefined {
    if (index >= this.#tail.first) return this.#tail.envelopes[index - this.#tail.first]
    const chunk = this.#unwritten.find(({ first, envelopes }) => index >= first && index < first + envelopes.length)
    return chunk?.envelopes[index - chunk.first]
  }

  async load(index: number): Promise<readonly string[]> {
    const stored = await this.#parts.log.read(this.id, index)
    if (!stored) throw new Error('an envelope is neither in memory nor in the log')
    return stored
  }

  watch(changed: () => void): () => void {
    this.#setWatchers([...this.#watchers, changed])
    return () => {
      const others = this.#watchers.filter((other) => other !== changed)
      if (others.length < this.#watchers.length) this.#setWatchers(others)
    }
  }

  append(json: string): void {
    this.#tail.envelopes.push(json)
    this.#characters += json.length
    // Readers that keep up take it from memory before it goes.
    this.#changed()
    if (this.#characters < CHUNK) return
    this.#seal()
    if (!this.#writing) this.#write()
  }

  /** What the log has not confirmed, to be stored with the end; it is written no other way from now on. */
  close(): readonly Chunk[] {
    this.#closed = true
    this.#seal()
    return this.#unwritten
  }

  /** Ends it with its last envelope. `stored`: what was not written before is in the log by now. */
  end(last: string, stored: boolean): void {
    if (stored) this.#unwritten = []
    this.#tail.envelopes.push(last)
    this.#state = 'ended'
    this.#changed()
  }

  /** Cuts its readers off. */
  cut(): void {
    this.#state = 'cut'
    this.#changed()
  }

  #setWatchers(watchers: readonly (() => void)[]): void {
    this.#watchers = watchers
    this.#parts.readers(this.id, watchers.length)
  }

  #changed(): void {
    for (const watcher of this.#watchers) watcher()
  }

  #seal(): void {
    if (this.#tail.envelopes.length === 0) return
    this.#unwritten = [...this.#unwritten, this.#tail]
    this.#unwrittenCharacters += this.#characters
    if (this.#unwrittenCharacters > MAX_UNWRITTEN) this.#parts.overflowed(this.id)
    this.#tail = { first: this.length, envelopes: [] }
    this.#characters = 0
  }

  /** Writes one chunk after the other: what is in the log has no hole. */
  async #write(): Promise<void> {
    const { log, signal, failed } = this.#parts
    this.#writing = true
    for (let failures = 0; ; ) {
      const [chunk] = this.#unwritten
      if (!chunk || this.#closed) break
      try {
        await log.write(this.id, chunk)
        failures = 0
        this.#confirm(chunk)
      } catch (error) {
        failed(this.id, error)
        if (!(await wait(retryPause(failures++), signal))) break
      }
    }
    this.#writing = false
  }

  #confirm(chunk: Chunk): void {
    this.#unwritten = this.#unwritten.filter((other) => other !== chunk)
    this.#unwrittenCharacters = this.#unwritten.reduce((sum, { envelopes }) => sum + characters(envelopes), 0)
  }
}

function characters(envelopes: readonly string[]): number {
  return envelopes.reduce((sum, { length }) => sum + length, 0)
}
