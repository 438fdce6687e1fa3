import type { CorpusSource, SourceWatch } from '../types.ts'

/** Timers, to be injected in tests. */
export interface Timers {
  /** Calls back once after so many milliseconds, unless the function that this gives is called before. */
  after(milliseconds: number, callback: () => void): () => void
}

/** How changes of the sources are noticed. */
export interface WatchOptions {
  /** A refresh waits until nothing has changed for so long, in milliseconds. Default: 500. */
  debounce?: number | undefined
  /** It waits no longer than this after the first change, however much changes, in milliseconds. Default: 10,000. */
  longestDelay?: number | undefined
  /**
   * The time between refreshes without any sign of a change, in milliseconds, because not every file system gives signs.
   * Default: 60,000.
   */
  interval?: number | undefined
  /** Default: the machine's. */
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
 * Refreshes whenever a source shows a sign of change, and from time to time without one; returns a function that stops
 * this. `refresh` never rejects.
 */
export function watchSources(
  sources: readonly CorpusSource[],
  refresh: () => Promise<void>,
  options: WatchOptions,
): () => void {
  const { debounce = 500, longestDelay = 10_000, interval = 60_000, timers = REAL_TIMERS } = options
  let closed = false
  let busy = false
  /** A change that came during a refresh may have come after the listing, so another refresh is needed. */
  let again = false
  /** What stops each timer that is running. */
  const stops = new Map<'pause' | 'delay' | 'interval', () => void>()

  function refreshAfter(timer: 'pause' | 'delay' | 'interval', milliseconds: number): void {
    stops.get(timer)?.()
    stops.set(timer, timers.after(milliseconds, start))
  }

  function stopTimers(): void {
    for (const stop of stops.values()) stop()
    stops.clear()
  }

  function changed(): void {
    again = busy
    if (busy || closed) return
    refreshAfter('pause', debounce)
    if (!stops.has('delay')) refreshAfter('delay', longestDelay)
  }

  function start(): void {
    stopTimers()
    void work(refresh)
  }

  async function work(task: () => Promise<void>): Promise<void> {
    busy = true
    await task()
    const news = closed ? [] : await Promise.all(watches.map((watch) => watch.update()))
    busy = false
    if (closed) return
    refreshAfter('interval', interval)
    // A folder that is new is watched from now on; what came into it before that is found by one more refresh.
    if (again || news.includes(true)) changed()
  }

  const watches: SourceWatch[] = sources.flatMap((source) => source.watch?.(changed) ?? [])
  void work(async () => {})
  return () => {
    closed = true
    stopTimers()
    for (const watch of watches) watch.close()
  }
}
