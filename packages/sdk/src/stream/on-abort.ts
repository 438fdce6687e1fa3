/**
 * Calls `react` once when `signal` fires, at once where it has fired already.
 *
 * @returns what takes the listener away again, so that a signal shared by many requests gathers none.
 */
export function onAbort(signal: AbortSignal | undefined, react: (reason: unknown) => void): () => void {
  const listener = (): void => react(signal?.reason)
  if (signal?.aborted) listener()
  signal?.addEventListener('abort', listener, { once: true })
  return () => signal?.removeEventListener('abort', listener)
}
