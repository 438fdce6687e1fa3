import type { EventLog, Feed, Outcome } from '../ports.ts'

/** Characters of envelopes after which they are moved to the log. */
const CHUNK = 65_536

/** A feed, and the end that writes it. */
export interface WritableFeed extends Feed {
  append(json: string): void
  end(status: Outcome['status']): void
  /** Resolves when all envelopes are in the log. Called after the end. */
  store(): Promise<void>
}

export interface FeedOptions {
  id: string
  log: EventLog
  /** Told how many readers there are, whenever that changes. */
  readers: (count: number) => void
  /** Told of a log that does not take envelopes; they stay in memory then. */
  failed: (error: unknown) => void
}

interface Chunk {
  first: number
  envelopes: string[]
}

/** A feed whose newest envelopes are in memory and whose older ones are in the log. */
export function createFeed({ id, log, readers, failed }: FeedOptions): WritableFeed {
  const watchers = new Set<() => void>()
  const held: Chunk[] = []
  let tail: Chunk = { first: 0, envelopes: [] }
  let characters = 0
  let ended: Outcome['status'] | undefined
  let writing = Promise.resolve()

  const changed = () => {
    for (const watcher of watchers) watcher()
  }
  const seal = () => {
    const chunk = tail
    if (chunk.envelopes.length === 0) return
    held.push(chunk)
    tail = { first: chunk.first + chunk.envelopes.length, envelopes: [] }
    characters = 0
    writing = writing
      .then(() => log.write(id, chunk.first, chunk.envelopes))
      .then(() => void held.splice(held.indexOf(chunk), 1), failed)
  }
  const at = (index: number) => {
    if (index >= tail.first) return tail.envelopes[index - tail.first]
    const chunk = held.find(({ first, envelopes }) => index >= first && index < first + envelopes.length)
    return chunk?.envelopes[index - chunk.first]
  }

  return {
    id,
    get length() {
      return tail.first + tail.envelopes.length
    },
    get ended() {
      return ended
    },
    at,
    async load(index) {
      const stored = await log.read(id, index)
      if (!stored) throw new Error('an envelope is neither in memory nor in the log')
      return stored
    },
    watch(watcher) {
      watchers.add(watcher)
      readers(watchers.size)
      return () => {
        if (watchers.delete(watcher)) readers(watchers.size)
      }
    },
    append(json) {
      tail.envelopes.push(json)
      characters += json.length
      // Readers that keep up take it from memory before it goes.
      changed()
      if (characters >= CHUNK) seal()
    },
    end(status) {
      ended = status
      changed()
    },
    store() {
      seal()
      return writing
    },
  }
}
