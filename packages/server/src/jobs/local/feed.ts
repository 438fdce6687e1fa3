import type { Feed, Outcome } from '../ports.ts'

/** A feed, and the end that writes it. */
export interface WritableFeed extends Feed {
  append(json: string): void
  end(status: Outcome['status']): void
}

/** A feed in memory. */
export function createFeed(): WritableFeed {
  const envelopes: string[] = []
  const watchers = new Set<() => void>()
  let ended: Outcome['status'] | undefined
  const changed = () => {
    for (const watcher of watchers) watcher()
  }
  return {
    get length() {
      return envelopes.length
    },
    get ended() {
      return ended
    },
    at: (index) => envelopes[index],
    watch(watcher) {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    append(json) {
      envelopes.push(json)
      changed()
    },
    end(status) {
      ended = status
      changed()
    },
  }
}
