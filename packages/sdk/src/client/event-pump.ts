import type { ResearchResult } from '#contract/types.ts'
import { decodeEvent, diagnose, type StreamEvent } from '#stream/decode-event.ts'
import { createSseParser, type SseParser } from '#stream/parse-sse.ts'
import { type BodyEnd, type BodyReader, readBody } from '#stream/read-body.ts'
import { abortError } from './abort.ts'
import type { StreamInterruptedError } from './errors.ts'
import type { Answer } from './send-request.ts'
import type { StreamFailures } from './stream-failures.ts'

/** What a pump is made of. */
export interface PumpOptions {
  /** A stream that is open already. */
  readonly answer?: Answer | undefined
  /** Opens one where there is none, or takes up a lost one again; rejects with what forbids it. */
  readonly open: (lost: StreamInterruptedError | undefined, received: number) => Promise<Answer>
  /** How many events of the research came before this stream. @defaultValue 0 */
  readonly after?: number | undefined
  readonly failures: StreamFailures
  readonly idleTimeoutMs: number
  readonly maxEventBytes: number
  /** Sees every event just before it is delivered. */
  readonly onEvent: (event: StreamEvent) => void
}

/** How a stream ended. */
export interface Outcome {
  /** Only of success. */
  readonly result?: ResearchResult
  /** Why there is no result. */
  readonly error?: unknown
  /** The loop ends, as there was a result or the caller left; otherwise it throws the error. */
  readonly ends?: boolean
  /** The caller left or aborted. */
  readonly byCaller?: boolean
}

type Result = IteratorResult<StreamEvent, undefined>

const END: Result = { done: true, value: undefined }

/** An iterator to be used in one loop; `return` leaves the stream, at once, also while a `next` is pending. */
export interface StreamIterator<Item> extends AsyncIterator<Item, undefined> {
  next(): Promise<IteratorResult<Item, undefined>>
  return(): Promise<IteratorResult<Item, undefined>>
  [Symbol.asyncIterator](): StreamIterator<Item>
}

/** The moving part of a stream: brings events one by one. */
export interface EventPump extends StreamIterator<StreamEvent> {
  readonly outcome: Outcome | undefined
  /** How many events of the research have been delivered, by this stream and before it. */
  readonly position: number
  /** Called when bytes came that held no event. */
  onQuiet: (() => void) | undefined
  abort(reason?: unknown): void
  /** Calls back when the stream is over, at once where it is already. */
  whenOver(callback: (outcome: Outcome) => void): void
}

/**
 * Never reads ahead of the caller by more than one network chunk. An iterator by hand, because an async generator
 * costs more per event and cannot be left while it waits; a read's own promise is what `next` returns.
 */
export function createPump(options: PumpOptions): EventPump {
  const { answer, open, after = 0, failures, idleTimeoutMs, maxEventBytes, onEvent } = options
  const overCallbacks: ((outcome: Outcome) => void)[] = []
  /** Data of events that came with the last chunk, from `at` on. */
  let data: string[] = []
  let at = 0
  let received = after
  let outcome: Outcome | undefined
  let connection: Answer | undefined
  let body: BodyReader<Result> | undefined
  let parser: SseParser
  let bodyEnd: BodyEnd | undefined
  /** Of an event over the limit, behind those in `data`. */
  let excerpt: string | undefined
  /** Calls of `next` that are not answered yet, each behind the one before. */
  let waiting = 0
  let last: Promise<Result>

  /** The next event of what has been read, or undefined where there is none, be it that the stream is over. */
  function take(): StreamEvent | undefined {
    while (at < data.length) {
      const text = data[at++] as string
      const event = decodeEvent(text)
      if (event) return deliver(event)
      const other = diagnose(text)
      if (other === 'done') fail(failures.interrupted({ reason: 'done-without-result' }))
      else if (typeof other === 'string') {
        // At the end of the connection a last event may be whole without its blank line; half of one is none.
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

  /** Whoever waits is told at once where the stream is left meanwhile. */
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

  /** The connection first: a body may never agree to be cancelled. */
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
    whenOver(callback): void {
      if (!outcome) overCallbacks.push(callback)
      else callback(outcome)
    },
  }
  try {
    if (answer) start(answer)
  } catch (error) {
    // Somebody else is reading this body.
    fail(error)
  }
  return pump
}
