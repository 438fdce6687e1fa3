import type { ResearchResult } from '#contract/types.ts'
import { decodeEvent, diagnose, type StreamEvent } from '#stream/decode-event.ts'
import { createSseParser, type SseParser } from '#stream/parse-sse.ts'
import { type BodyEnd, type BodyReader, readBody } from '#stream/read-body.ts'
import { abortError } from './abort.ts'
import type { StreamInterruptedError } from './errors.ts'
import type { Answer } from './send-request.ts'
import type { StreamFailures } from './stream-failures.ts'

/** The parts of a pump. */
export interface PumpOptions {
  /** An open stream. */
  readonly answer?: Answer | undefined
  /** Opens a stream if there is none, or reopens a lost one; rejects if that is not possible. */
  readonly open: (lost: StreamInterruptedError | undefined, received: number) => Promise<Answer>
  /** How many events of the research arrived before this stream. @defaultValue 0 */
  readonly after?: number | undefined
  readonly failures: StreamFailures
  readonly idleTimeoutMs: number
  readonly maxEventBytes: number
  /** Called with every event just before it is delivered. */
  readonly onEvent: (event: StreamEvent) => void
}

/** How a stream ended. */
export interface Outcome {
  /** Only on success. */
  readonly result?: ResearchResult
  /** Why there is no result. */
  readonly error?: unknown
  /** Whether the loop ends quietly, because there is a result or the caller left; otherwise it throws the error. */
  readonly ends?: boolean
  /** Whether the caller left or aborted. */
  readonly byCaller?: boolean
  /** Whether the research goes on without the caller. */
  readonly isDetached?: boolean
}

type Result = IteratorResult<StreamEvent, undefined>

const END: Result = { done: true, value: undefined }

/** An iterator for one loop. `return` leaves the stream at once, even while a `next` is pending. */
export interface StreamIterator<Item> extends AsyncIterator<Item, undefined> {
  /** The next event. Rejects if the stream breaks off, fails or is aborted. */
  next(): Promise<IteratorResult<Item, undefined>>
  /** Leaves the stream, as `break` in a loop does. */
  return(): Promise<IteratorResult<Item, undefined>>
  /** The iterator itself. */
  [Symbol.asyncIterator](): StreamIterator<Item>
}

/** Delivers the events of a stream one by one. */
export interface EventPump extends StreamIterator<StreamEvent> {
  readonly outcome: Outcome | undefined
  /** How many events of the research have been delivered, including those before this stream. */
  readonly position: number
  /** Called when bytes arrived that contained no event. */
  onQuiet: (() => void) | undefined
  abort(reason?: unknown): void
  /** Leaves the stream as `return` does, but not the research. */
  detach(): void
  /** Calls back when the stream has ended, or at once if it already has. */
  whenOver(callback: (outcome: Outcome) => void): void
}

/**
 * Never reads more than one network chunk ahead of the caller. It is written as a plain iterator, because an async
 * generator costs more for each event and cannot be left while it waits; `next` returns the promise of the read itself.
 */
export function createPump(options: PumpOptions): EventPump {
  const { answer, open, after = 0, failures, idleTimeoutMs, maxEventBytes, onEvent } = options
  const overCallbacks: ((outcome: Outcome) => void)[] = []
  /** The data of the events in the last chunk, from `at` on. */
  let data: string[] = []
  let at = 0
  let received = after
  let outcome: Outcome | undefined
  let connection: Answer | undefined
  let body: BodyReader<Result> | undefined
  let parser: SseParser
  let bodyEnd: BodyEnd | undefined
  /** The excerpt of an event over the size limit, which comes after those in `data`. */
  let excerpt: string | undefined
  /** How many calls of `next` are pending, each behind the one before. */
  let waiting = 0
  let last: Promise<Result>

  /** The next event that has been read; undefined if there is none, also at the end of the stream. */
  function take(): StreamEvent | undefined {
    while (at < data.length) {
      const text = data[at++] as string
      const event = decodeEvent(text)
      if (event) return deliver(event)
      const other = diagnose(text)
      if (other === 'done') fail(failures.interrupted({ reason: 'done-without-result' }))
      else if (typeof other === 'string') {
        // When the connection ends, the last event may be complete without its blank line; an incomplete one does not
        // count.
        if (!bodyEnd) failAt(`holds ${other}`, text)
      } else data.splice(at, 0, ...other)
    }
    data = []
    at = 0
    if (excerpt) failAt(`is larger than ${maxEventBytes} bytes`, excerpt)
    return undefined
  }

  function deliver(event: StreamEvent): StreamEvent {
    received += 1
    onEvent(event)
    if (event.type === 'research.completed') settle({ result: event.data, ends: true })
    else if (event.type === 'research.failed') fail(failures.failed(event))
    return event
  }

  function advance(): Result | Promise<Result> {
    const event = take()
    if (!event && !outcome) {
      return !body ? connect() : body.read()
    }
    waiting -= 1
    if (event) return { done: false, value: event }
    return outcome?.ends ? END : Promise.reject(outcome?.error)
  }

  function onRead(chunk: Uint8Array | undefined, end?: BodyEnd): Result | Promise<Result> {
    if (!outcome) {
      if (chunk !== undefined) {
        parser.push(chunk)
        if (data.length === 0) pump.onQuiet?.()
      } else {
        bodyEnd = end
        body = undefined
        parser.end()
      }
    }
    return advance()
  }

  /** If the stream is left meanwhile, whoever waits is told at once. */
  function connect(): Promise<Result> {
    const lost = bodyEnd && failures.interrupted(bodyEnd)
    disconnect()
    return new Promise<unknown>((resolve) => {
      pump.whenOver(resolve)
      open(lost, received).then(start).catch(fail).then(resolve)
    }).then(advance)
  }

  function start(opened: Answer): void {
    connection = opened
    if (outcome) {
      disconnect()
      return
    }
    bodyEnd = undefined
    parser = createSseParser(maxEventBytes, {
      onData: (text) => data.push(text),
      onOverflow: (text) => {
        excerpt = text
      },
    })
    body = readBody(opened.response.body as ReadableStream<Uint8Array>, idleTimeoutMs, onRead)
  }

  function fail(error: unknown): void {
    settle({ error })
  }

  function failAt(problem: string, raw: string): void {
    const number = received + 1
    fail(failures.protocol(`Event ${number} of the stream ${problem}.`, raw, number))
  }

  function settle(how: Outcome): void {
    if (outcome) return
    outcome = how
    data = []
    const ended = connection
    if (!how.result || !body) disconnect()
    else body.drain(() => ended?.disconnect())
    for (const callback of overCallbacks) callback(how)
  }

  /** Closes the connection first, because a body may never agree to be cancelled. */
  function disconnect(): void {
    connection?.disconnect()
    body?.close()
    connection = undefined
    body = undefined
  }

  const pump: EventPump = {
    onQuiet: undefined,
    get outcome() {
      return outcome
    },
    get position() {
      return received
    },
    [Symbol.asyncIterator]: () => pump,
    next(): Promise<Result> {
      waiting += 1
      last = waiting > 1 ? last.then(advance, advance) : Promise.resolve(advance())
      return last
    },
    return(): Promise<Result> {
      settle({ error: abortError(), ends: true, byCaller: true })
      return Promise.resolve(END)
    },
    abort(error = abortError()): void {
      settle({ error, byCaller: true })
    },
    detach: () => settle({ error: abortError(), ends: true, byCaller: true, isDetached: true }),
    whenOver(callback): void {
      if (!outcome) overCallbacks.push(callback)
      else callback(outcome)
    },
  }
  try {
    if (answer) start(answer)
  } catch (error) {
    // Something else is already reading this body.
    fail(error)
  }
  return pump
}
