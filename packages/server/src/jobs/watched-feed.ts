import type { FeedWatcher } from './ports.ts'

const NOBODY: readonly FeedWatcher[] = []

/** Those who watch a feed. A base class, because an object for each of thousands of feeds would take more memory. */
export abstract class WatchedFeed {
  /** Most feeds have one watcher, for whom no list is kept. */
  #first: FeedWatcher | undefined
  /** Replaced rather than changed, because watchers may come or go while all of them are called. */
  #others = NOBODY

  get readers(): number {
    return (this.#first ? 1 : 0) + this.#others.length
  }

  watch(watcher: FeedWatcher): void {
    if (this.#first) this.#others = [...this.#others, watcher]
    else this.#first = watcher
    this.readersChanged()
  }

  unwatch(watcher: FeedWatcher): void {
    const before = this.readers
    if (this.#first === watcher) this.#first = undefined
    else this.#others = this.#others.filter((other) => other !== watcher)
    if (this.readers < before) this.readersChanged()
  }

  /** Called whenever the number of readers changes. */
  protected abstract readersChanged(): void

  /** Tells all watchers of a change. */
  protected tellWatchers(): void {
    const others = this.#others
    this.#first?.feedChanged()
    for (const watcher of others) watcher.feedChanged()
  }
}
