import { onAbort } from '#stream/on-abort.ts'

/** Whether the browser says that it is offline. A server says nothing, nor does a browser that does not know. */
export function isOffline(): boolean {
  return globalThis.navigator?.onLine === false
}

/** A wait between two connections. */
export interface Pause {
  readonly over: Promise<void>
  /** Ends the wait. */
  end(): void
}

/**
 * Waits; it ends early when the browser is online again, when the page is shown again, because timers of hidden pages
 * are slow, and when the signal is aborted. Offline, it waits for these alone.
 */
export function startPause(ms: number, signal: AbortSignal): Pause {
  const clear: (() => void)[] = []
  let settle: () => void
  const over = new Promise<void>((resolve) => {
    settle = resolve
  })
  const end = (): void => {
    for (const each of clear.splice(0)) each()
    settle()
  }
  const listen = (target: Partial<EventTarget> | undefined, type: string): void => {
    const listener = (): void => {
      if (globalThis.document?.visibilityState !== 'hidden') end()
    }
    target?.addEventListener?.(type, listener)
    clear.push(() => target?.removeEventListener?.(type, listener))
  }
  const timer = isOffline() ? undefined : setTimeout(end, ms)
  clear.push(() => clearTimeout(timer))
  listen(globalThis.window, 'online')
  listen(globalThis.document, 'visibilitychange')
  clear.push(onAbort(signal, end))
  return { over, end }
}
