/**
 * Calls `react` once when `signal` is aborted, or at once if it already is.
 *
 * @returns a function that removes the listener, so that a signal shared by many requests collects none
 */
export function onAbort(signal: AbortSignal | undefined, react: (reason: unknown) => void): () => void {
  const listener = (): void => react(signal?.reason)
  if (signal?.aborted) listener()
  signal?.addEventListener('abort', listener, { once: true })
  return () => signal?.removeEventListener('abort', listener)
}
