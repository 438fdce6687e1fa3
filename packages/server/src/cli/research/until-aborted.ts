/**
 * Waits for work that takes no signal itself.
 * @throws the signal's reason if it is aborted first.
 */
export async function untilAborted(work: Promise<void> | undefined, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  const aborted = Promise.withResolvers<never>()
  const abort = () => aborted.reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  try {
    await Promise.race([work, aborted.promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
