import { hasCauseCode } from './cause-code.ts'
import { ignore } from './ignore.ts'
import { later } from './later.ts'
import { onAbort } from './on-abort.ts'

/** Why a body gives no further chunk. */
export interface BodyEnd {
  readonly reason: 'eof' | 'network' | 'idle'
  readonly cause?: unknown
}

/** A body that is read one chunk at a time, only when asked. */
export interface BodyReader<Result> {
  /** Asks for one chunk, and resolves with what is made of it, or of the end. */
  read(): Promise<Result>
  /** Stops at once: a read that waits sees the end. Nothing waits for the body to agree. */
  close(): void
  /** Reads away what little is left, up to 64 KiB and 1 s, so that the connection can be used again; then calls `done`. */
  drain(done: () => void): void
}

/**
 * Reads `body` through a reader: Safari's streams are no async iterables.
 *
 * One timer serves many reads, as setting and clearing one for each would cost more than the reads. It fires for the
 * read it was set for, or finds a later one waiting and is set again for what is left of that one's time.
 *
 * @param idleTimeoutMs - How long one read may wait, in milliseconds; 0 = for ever. Time that nobody asks for a chunk
 * does not count.
 * @param use - Gets the chunk, or why there is none.
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

  /** A read that waits is told at once that there is nothing more. */
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
      // A stream of something else than bytes.
      return end({ reason: 'network', cause })
    }
  }

  function onError(cause: unknown): Result | Promise<Result> {
    // workerd rejects a read that waits when its body is cancelled.
    if (reason === 'idle') return end({ reason })
    // Node's own limit of silence ends the body as a torn connection would.
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
 * The text of a body: no more of it than `maxBytes` and what comes within `maxMs`. Then the body is cancelled.
 *
 * @returns the text, and whether it is all of it
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
    // What has come is what there is.
  }
  stopTimer()
  stopListening()
  stop()
  return { text, isWhole: isWhole === true }
}
