import { ignore } from '#stream/ignore.ts'
import { MAX_TIMER_MS } from '#stream/read-body.ts'

/**
 * Calls `react` once when `signal` fires, at once where it has fired already.
 *
 * @returns what takes the listener away again, so that a signal shared by many requests gathers none.
 */
export function onAbort(signal: AbortSignal | undefined, react: (reason: unknown) => void): () => void {
  if (signal === undefined) return ignore
  const listener = (): void => react(signal.reason)
  if (signal.aborted) {
    listener()
    return ignore
  }
  signal.addEventListener('abort', listener, { once: true })
  return () => signal.removeEventListener('abort', listener)
}

/** Waits; rejects with the signal's reason as soon as it fires. A delay too long for a timer is cut to the longest. */
export function wait(delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => {
        stopListening()
        resolve()
      },
      Math.min(delayMs, MAX_TIMER_MS),
    )
    const stopListening = onAbort(signal, (reason) => {
      clearTimeout(timer)
      reject(reason)
    })
  })
}

/** What `fetch` rejects with where no reason is given. */
export function abortError(message = 'This operation was aborted'): DOMException {
  return new DOMException(message, 'AbortError')
}
