import { ignore } from './ignore.ts'
/** Why a body gives no further chunk. */
export type BodyEnd =
  | { readonly reason: 'eof' }
  | { readonly reason: 'network'; readonly cause: unknown }
  | { readonly reason: 'idle'; readonly cause?: unknown }

/** Where the chunks of a body go. Neither is called once the reader is closed. */
export interface BodyHandlers {
  onChunk(bytes: Uint8Array): void
  /** Called at most once, and last. */
  onEnd(end: BodyEnd): void
}

/** A body that is read one chunk at a time, only when asked. */
export interface BodyReader {
  /** Asks for one chunk; one of the handlers answers. */
  pull(): void
  /** Stops at once: no handler is called any more. Nothing waits for the body to agree. */
  close(): void
  /** Reads away what little is left, so that the connection can be used again; then calls `done`, once. */
  drain(done: () => void): void
}

/** The longest delay that a timer takes; beyond it a timer fires at once. */
export const MAX_TIMER_MS = 2_147_483_647

const DRAIN_MS = 1_000
const DRAIN_BYTES = 65_536

/** Node's own limit of silence, which ends the body as a torn connection would. */
function isBodyTimeout(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Error && 'code' in cause && cause.code === 'UND_ERR_BODY_TIMEOUT'
}

/** Watches for reads that wait too long. */
interface SilenceWatch {
  readBegins(): void
  readEnds(): void
  stop(): void
}

/**
 * One timer for many reads, as setting and clearing one for each would cost more than the reads. It fires for the read
 * it was set for, or finds a later one waiting and is set again for what is left of that one's time.
 */
function watchSilence(limitMs: number, onSilence: () => void): SilenceWatch {
  let timer: ReturnType<typeof setTimeout> | undefined
  let reads = 0
  let began = 0
  let waiting = false
  let setFor = 0

  function set(delayMs: number): void {
    setFor = reads
    timer = setTimeout(fire, Math.min(delayMs, MAX_TIMER_MS))
  }

  function fire(): void {
    timer = undefined
    if (!waiting) return
    const left = limitMs - (performance.now() - began)
    if (setFor === reads || left <= 0) onSilence()
    else set(left)
  }

  return {
    readBegins(): void {
      reads += 1
      waiting = true
      if (limitMs === 0) return
      began = performance.now()
      if (timer === undefined) set(limitMs)
    },
    readEnds(): void {
      waiting = false
    },
    stop: () => clearTimeout(timer),
  }
}

/**
 * Reads `body` through a reader: Safari's streams are no async iterables.
 *
 * @param idleTimeoutMs - How long one read may wait, in milliseconds; 0 = for ever. Time that nobody asks for a chunk
 * does not count.
 */
export function readBody(body: ReadableStream<Uint8Array>, idleTimeoutMs: number, handlers: BodyHandlers): BodyReader {
  const reader = body.getReader()
  const watch = watchSilence(idleTimeoutMs, () => end({ reason: 'idle' }))
  let over = false

  function stop(): void {
    over = true
    watch.stop()
  }

  function end(how: BodyEnd): void {
    if (over) return
    stop()
    handlers.onEnd(how)
  }

  function onRead(result: ReadableStreamReadResult<Uint8Array>): void {
    if (over) return
    watch.readEnds()
    try {
      if (result.done) end({ reason: 'eof' })
      else handlers.onChunk(result.value)
    } catch (cause) {
      // A stream of something else than bytes.
      end({ reason: 'network', cause })
    }
  }

  function onError(cause: unknown): void {
    end(isBodyTimeout(cause) ? { reason: 'idle', cause } : { reason: 'network', cause })
  }

  return {
    pull(): void {
      watch.readBegins()
      reader.read().then(onRead, onError)
    },
    close(): void {
      stop()
      reader.cancel().catch(ignore)
    },
    drain(done: () => void): void {
      stop()
      drain(reader, done)
    },
  }
}

function drain(reader: ReadableStreamDefaultReader<Uint8Array>, done: () => void): void {
  let left = DRAIN_BYTES
  let finished = false
  const finish = (): void => {
    if (finished) return
    finished = true
    clearTimeout(timer)
    done()
    reader.cancel().catch(ignore)
  }
  const timer: { unref?: () => void } & ReturnType<typeof setTimeout> = setTimeout(finish, DRAIN_MS)
  // Where timers can hold a process open, this one must not.
  timer.unref?.()
  const step = (result: ReadableStreamReadResult<Uint8Array>): void => {
    if (!result.done) left -= result.value.byteLength
    if (result.done || left < 0) finish()
    else reader.read().then(step, finish)
  }
  reader.read().then(step, finish)
}
