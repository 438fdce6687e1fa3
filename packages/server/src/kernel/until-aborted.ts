/**
 * Waits for work that takes no signal itself. After an abort the work goes on, but nobody waits for it.
 * @throws the signal's reason if it is aborted first.
 */
export async function untilAborted<Value>(work: Promise<Value> | Value, signal: AbortSignal): Promise<Value> {
  signal.throwIfAborted()
  const aborted = Promise.withResolvers<never>()
  const abort = () => aborted.reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([work, aborted.promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
