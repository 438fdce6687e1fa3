import type { EventLog, Feed, Outcome } from '../ports.ts'

/** Characters of envelopes after which they are moved to the log. */
const CHUNK = 65_536

/** What the feeds of a process share. */
export interface FeedParts {
  log: EventLog
  /** Told how many readers there are, whenever that changes. */
  readers: (id: string, count: number) => void
  /** Told of a log that does not take envelopes; they stay in memory then. */
  failed: (id: string, error: unknown) => void
}

interface Chunk {
  first: number
  envelopes: string[]
}

/** A feed whose newest envelopes are in memory and whose older ones are in the log, and the end that writes it. */
export class LocalFeed implements Feed {
  readonly id: string
  readonly #parts: FeedParts
  /** Replaced rather than changed: a watcher may come or go while all are called. */
  #watchers: readonly (() => void)[] = []
  #held: readonly Chunk[] = []
  #tail: Chunk = { first: 0, envelopes: [] }
  #characters = 0
  #ended: Outcome['status'] | undefined
  #writing: Promise<void> | undefined

  constructor(id: string, parts: FeedParts) {
    this.id = id
    this.#parts = parts
  }

  get length(): number {
    return this.#tail.first + this.#tail.envelopes.length
  }

  get ended(): Outcome['status'] | undefined {
    return this.#ended
  }

  at(index: number): string | undefined {
    if (index >= this.#tail.first) return this.#tail.envelopes[index - this.#tail.first]
    const chunk = this.#held.find(({ first, envelopes }) => index >= first && index < first + envelopes.length)
    return chunk?.envelopes[index - chunk.first]
  }

  async load(index: number): Promise<string[]> {
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
    if (this.#characters >= CHUNK) this.#seal()
  }

  end(status: Outcome['status']): void {
    this.#ended = status
    this.#changed()
  }

  /** Resolves when all envelopes are in the log. Called after the end. */
  async store(): Promise<void> {
    this.#seal()
    await this.#writing
  }

  #setWatchers(watchers: readonly (() => void)[]): void {
    this.#watchers = watchers
    this.#parts.readers(this.id, watchers.length)
  }

  #changed(): void {
    for (const watcher of this.#watchers) watcher()
  }

  #seal(): void {
    const chunk = this.#tail
    if (chunk.envelopes.length === 0) return
    this.#held = [...this.#held, chunk]
    this.#tail = { first: chunk.first + chunk.envelopes.length, envelopes: [] }
    this.#characters = 0
    this.#writing = this.#write(chunk, this.#writing)
  }

  async #write(chunk: Chunk, before: Promise<void> | undefined): Promise<void> {
    await before
    try {
      await this.#parts.log.write(this.id, chunk.first, chunk.envelopes)
      this.#held = this.#held.filter((held) => held !== chunk)
    } catch (error) {
      this.#parts.failed(this.id, error)
    }
  }
}
