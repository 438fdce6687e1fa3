import { hasCauseCode } from './cause-code.ts'
import { ignore } from './ignore.ts'
import { later } from './later.ts'
import { onAbort } from './on-abort.ts'

/** Why a body returns no further chunk. */
export interface BodyEnd {
  readonly reason: 'eof' | 'network' | 'idle'
  readonly cause?: unknown
}

/** Reads a body one chunk at a time, only on request. */
export interface BodyReader<Result> {
  /** Reads one chunk and resolves with what is made of it or of the end. */
  read(): Promise<Result>
  /** Stops at once: a waiting read gets the end. Nothing waits for the body to agree. */
  close(): void
  /**
   * Reads and discards the little that is left, up to 64 KiB and 1 s, so that the connection can be reused; then calls
   * `done`.
   */
  drain(done: () => void): void
}

/**
 * Reads `body` through a reader, because Safari's streams are not async iterables.
 *
 * One timer serves many reads, because setting and clearing one for each would cost more than the reads. When it fires
 * for a read that has finished, it is set again for the rest of the waiting read's time.
 *
 * @param idleTimeoutMs - how long one read may wait, in milliseconds; 0 = no limit. Time in which nobody requests a
 * chunk does not count.
 * @param use - receives the chunk, or why there is none
 */
export function readBody<Result>(
  body: ReadableStream<Uint8Array>,
  idleTimeoutMs: number,
  use: (chunk: Uint8Array | undefined, end?: BodyEnd) => Result | Promise<Result>,
): BodyReader<Result> {
  const reader = body.getReader()
  let stopWatch: (() => void) | undefined
  let began = 0
  let waiting = false
  let reason: BodyEnd['reason'] = 'eof'

  function watch(delayMs: number): void {
    stopWatch = later(() => {
      stopWatch = undefined
      if (!waiting) return
      const left = idleTimeoutMs - (performance.now() - began)
      if (left > 0) return watch(left)
      reason = 'idle'
      close()
    }, delayMs)
  }

  /** A waiting read is told at once that nothing more comes. */
  function close(): void {
    stopWatch?.()
    reader.cancel().catch(ignore)
  }

  function end(how: BodyEnd): Result | Promise<Result> {
    stopWatch?.()
    return use(undefined, how)
  }

  function onRead({ done, value }: ReadableStreamReadResult<Uint8Array>): Result | Promise<Result> {
    waiting = false
    if (done) return end({ reason })
    try {
      return use(value)
    } catch (cause) {
      // The stream contains something other than bytes.
      return end({ reason: 'network', cause })
    }
  }

  function onError(cause: unknown): Result | Promise<Result> {
    // workerd rejects a waiting read when its body is cancelled.
    if (reason === 'idle') return end({ reason })
    // Node's own idle timeout ends a body in the same way as a broken connection.
    return end({ reason: hasCauseCode(cause, 'UND_ERR_BODY_TIMEOUT') ? 'idle' : 'network', cause })
  }

  return {
    read(): Promise<Result> {
      waiting = true
      if (idleTimeoutMs > 0) {
        began = performance.now()
        if (!stopWatch) watch(idleTimeoutMs)
      }
      return reader.read().then(onRead, onError)
    },
    close,
    drain(done): void {
      stopWatch?.()
      readRest(reader, 65_536, 1_000).then(done)
    },
  }
}

/**
 * Reads the text of a body, at most `maxBytes` of it and what arrives within `maxMs`. Then the body is cancelled.
 *
 * @returns the text, and whether it is complete
 */
export async function readRest(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  maxBytes: number,
  maxMs: number,
  signal?: AbortSignal,
): Promise<{ text: string; isWhole: boolean }> {
  const decoder = new TextDecoder()
  let text = ''
  let isWhole: boolean | undefined
  const stop = (): void => {
    isWhole ??= false
    reader.cancel().catch(ignore)
  }
  const stopListening = onAbort(signal, stop)
  const stopTimer = later(stop, maxMs)
  try {
    for (let bytes = 0; bytes <= maxBytes; ) {
      const { done, value } = await reader.read()
      if (done) {
        isWhole ??= true
        break
      }
      text += decoder.decode(value, { stream: true })
      bytes += value.byteLength
    }
  } catch {
    // What has arrived is returned.
  }
  stopTimer()
  stopListening()
  stop()
  return { text, isWhole: isWhole === true }
}
