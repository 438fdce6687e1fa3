import { ignore } from '#stream/ignore.ts'
import { onAbort } from '#stream/on-abort.ts'

/**
 * A promise that the signal rejects at once with its reason.
 *
 * @param start - begins the work; returns a function that cleans up, which is called once before the promise settles
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

/** The error for a stream that its caller left, or aborted without a reason. */
export function abortError(): DOMException {
  return new DOMException('The stream was left.', 'AbortError')
}
