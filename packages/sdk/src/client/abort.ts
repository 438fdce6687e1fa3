import { ignore } from '#stream/ignore.ts'
import { onAbort } from '#stream/on-abort.ts'

/**
 * A promise that the signal rejects with its reason, at once.
 *
 * @param start - Begins the work; returns what clears it away, called once, before the promise settles.
 */
export function abortable<Value>(
  signal: AbortSignal,
  start: (resolve: (value: Value) => void, reject: (reason: unknown) => void) => () => void,
): Promise<Value> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    let clear = ignore
    const settle =
      <Given>(how: (given: Given) => void) =>
      (given: Given): void => {
        stopListening()
        clear()
        how(given)
      }
    const stopListening = onAbort(signal, settle(reject))
    clear = start(settle(resolve), settle(reject))
  })
}

/** What a stream rejects with that its caller has left, or aborted without a reason. */
export function abortError(): DOMException {
  return new DOMException('The stream was left.', 'AbortError')
}
