/** Those who watch a feed. A base class, because an object for each of thousands of feeds would take more memory. */
export abstract class WatchedFeed {
  /** Replaced rather than changed, because watchers may come or go while all of them are called. */
  #watchers: readonly (() => void)[] = []

  get readers(): number {
    return this.#watchers.length
  }

  /** Calls a function after each change until the returned function is called. */
  watch(changed: () => void): () => void {
    this.#setWatchers([...this.#watchers, changed])
    return () => {
      const others = this.#watchers.filter((other) => other !== changed)
      if (others.length < this.#watchers.length) this.#setWatchers(others)
    }
  }

  /** Called whenever the number of readers changes. */
  protected abstract readersChanged(): void

  /** Tells all watchers of a change. */
  protected tellWatchers(): void {
    for (const watcher of this.#watchers) watcher()
  }

  #setWatchers(watchers: readonly (() => void)[]): void {
    this.#watchers = watchers
    this.readersChanged()
  }
}
