import type { CorpusSource, SourceWatch } from '../types.ts'

/** Timers, to be injected in tests. */
export interface Timers {
  /** Calls back once after so many milliseconds, unless the function that this gives is called before. */
  after(milliseconds: number, callback: () => void): () => void
}

export interface WatchOptions {
  /** A refresh waits until nothing has changed for so long, in milliseconds. Default: 500. */
  debounce?: number | undefined
  /** However much changes, it waits no longer than this after the first change, in milliseconds. Default: 10,000. */
  longestDelay?: number | undefined
  /**
   * So long after a refresh comes the next without any sign of a change, in milliseconds: not every file system gives
   * signs. Default: 60,000.
   */
  interval?: number | undefined
  timers?: Timers | undefined
}

/** Real timers that do not keep the process alive. */
const REAL_TIMERS: Timers = {
  after(milliseconds, callback) {
    const timer = setTimeout(callback, milliseconds).unref()
    return () => clearTimeout(timer)
  },
}

/**
 * Refreshes whenever a source shows a sign of change, and from time to time without one; gives what ends that.
 * `refresh` never rejects.
 */
export function watchSources(
  sources: readonly CorpusSource[],
  refresh: () => Promise<void>,
  options: WatchOptions,
): () => void {
  const { debounce = 500, longestDelay = 10_000, interval = 60_000, timers = REAL_TIMERS } = options
  let closed = false
  let busy = false
  /** A change came during a refresh, maybe after the listing: it needs another. */
  let again = false
  let cancelPause = () => {}
  let cancelDelay: (() => void) | undefined
  let cancelInterval = () => {}

  function changed(): void {
    if (closed) return
    if (busy) {
      again = true
      return
    }
    cancelPause()
    cancelPause = timers.after(debounce, start)
    cancelDelay ??= timers.after(longestDelay, start)
  }

  function start(): void {
    if (closed || busy) return
    cancelPause()
    cancelDelay?.()
    cancelDelay = undefined
    cancelInterval()
    work(refreshAndWatch)
  }

  function work(task: () => Promise<void>): void {
    busy = true
    void task().finally(() => {
      busy = false
      if (closed) return
      cancelInterval = timers.after(interval, start)
      if (again) {
        again = false
        changed()
      }
    })
  }

  async function refreshAndWatch(): Promise<void> {
    await refresh()
    if (!closed) await watchNews()
  }

  async function watchNews(): Promise<void> {
    // A folder that is new is watched from now on; what came into it before that is found by one more refresh.
    const news = await Promise.all(watches.map((watch) => watch.update()))
    if (news.includes(true)) again = true
  }

  const watches: SourceWatch[] = sources.flatMap((source) => source.watch?.(changed) ?? [])
  work(watchNews)
  return () => {
    closed = true
    cancelPause()
    cancelDelay?.()
    cancelInterval()
    for (const watch of watches) watch.close()
  }
}
