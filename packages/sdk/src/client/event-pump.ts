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

/**
 * Delivers the events of a stream one by one, and never reads more than one network chunk ahead of the caller. It is
 * written as a plain iterator, because an async generator costs more for each event and cannot be left while it waits;
 * `next` returns the promise of the read itself.
 */
export class EventPump implements StreamIterator<StreamEvent> {
  /** Called when bytes arrived that contained no event. */
  onQuiet: (() => void) | undefined
  readonly #options: PumpOptions
  readonly #overCallbacks: ((outcome: Outcome) => void)[] = []
  /** The data of the events in the last chunk that are not delivered yet. */
  #texts: string[] = []
  #received: number
  #outcome: Outcome | undefined
  #connection: Answer | undefined
  #body: BodyReader<Result> | undefined
  #parser!: SseParser
  #bodyEnd: BodyEnd | undefined
  /** The excerpt of an event over the size limit, which comes after those in `#texts`. */
  #excerpt: string | undefined
  /** How many calls of `next` are pending, each behind the one before. */
  #waiting = 0
  #last!: Promise<Result>

  constructor(options: PumpOptions) {
    this.#options = options
    this.#received = options.after ?? 0
    try {
      if (options.answer) this.#start(options.answer)
    } catch (error) {
      // Something else is already reading this body.
      this.#settle({ error })
    }
  }

  get outcome(): Outcome | undefined {
    return this.#outcome
  }

  /** How many events of the research have been delivered, including those before this stream. */
  get position(): number {
    return this.#received
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  next(): Promise<Result> {
    const advance = () => this.#advance()
    this.#last = this.#waiting++ ? this.#last.then(advance, advance) : Promise.resolve(advance())
    return this.#last
  }

  async return(): Promise<Result> {
    this.#settle({ error: abortError(), ends: true, byCaller: true })
    return END
  }

  abort(error: unknown = abortError()): void {
    this.#settle({ error, byCaller: true })
  }

  /** Leaves the stream as `return` does, but not the research. */
  detach(): void {
    this.#settle({ error: abortError(), ends: true, byCaller: true, isDetached: true })
  }

  /** Calls back when the stream has ended, or at once if it already has. */
  whenOver(callback: (outcome: Outcome) => void): void {
    if (!this.#outcome) this.#overCallbacks.push(callback)
    else callback(this.#outcome)
  }

  /** The next event that has been read; undefined if there is none, also at the end of the stream. */
  #take(): StreamEvent | undefined {
    const { failures, onEvent } = this.#options
    while (this.#texts.length > 0) {
      const text = this.#texts.shift() as string
      const event = decodeEvent(text)
      if (event) {
        this.#received += 1
        onEvent(event)
        if (event.type === 'research.completed') this.#settle({ result: event.data, ends: true })
        else if (event.type === 'research.failed') this.#settle({ error: failures.failed(event) })
        return event
      }
      const other = diagnose(text)
      if (other === 'done') this.#settle({ error: failures.interrupted({ reason: 'done-without-result' }) })
      else if (typeof other !== 'string') this.#texts.unshift(...other)
      // When the connection ends, the last event may be complete without its blank line; an incomplete one does not
      // count.
      else if (!this.#bodyEnd) this.#failAt(`holds ${other}`, text)
    }
    if (this.#excerpt) this.#failAt(`is larger than ${this.#options.maxEventBytes} bytes`, this.#excerpt)
    return undefined
  }

  #advance(): Result | Promise<Result> {
    const event = this.#take()
    if (!event && !this.#outcome) return this.#body?.read() ?? this.#connect()
    this.#waiting -= 1
    if (event) return { done: false, value: event }
    return this.#outcome?.ends ? END : Promise.reject(this.#outcome?.error)
  }

  #onRead(chunk: Uint8Array | undefined, end?: BodyEnd): Result | Promise<Result> {
    if (!this.#outcome) {
      if (chunk !== undefined) {
        this.#parser.push(chunk)
        if (this.#texts.length === 0) this.onQuiet?.()
      } else {
        this.#bodyEnd = end
        this.#body = undefined
        this.#parser.end()
      }
    }
    return this.#advance()
  }

  /** If the stream is left meanwhile, whoever waits is told at once. */
  async #connect(): Promise<Result> {
    const { open, failures } = this.#options
    const lost = this.#bodyEnd && failures.interrupted(this.#bodyEnd)
    this.#disconnect()
    await new Promise<unknown>((resolve) => {
      this.whenOver(resolve)
      open(lost, this.#received)
        .then((answer) => (this.#outcome ? answer.disconnect() : this.#start(answer)))
        .catch((error) => this.#settle({ error }))
        .then(resolve)
    })
    return this.#advance()
  }

  #start(opened: Answer): void {
    this.#connection = opened
    const { idleTimeoutMs, maxEventBytes } = this.#options
    this.#bodyEnd = undefined
    this.#parser = createSseParser(
      maxEventBytes,
      (text) => this.#texts.push(text),
      (text) => {
        this.#excerpt = text
      },
    )
    const body = opened.response.body as ReadableStream<Uint8Array>
    this.#body = readBody(body, idleTimeoutMs, (chunk, end) => this.#onRead(chunk, end))
  }

  #failAt(problem: string, raw: string): void {
    const number = this.#received + 1
    const { failures } = this.#options
    this.#settle({ error: failures.protocol(`Event ${number} of the stream ${problem}.`, raw, number) })
  }

  #settle(how: Outcome): void {
    if (this.#outcome) return
    this.#outcome = how
    this.#texts = []
    if (how.result && this.#body) this.#body.drain(() => this.#connection?.disconnect())
    else this.#disconnect()
    for (const callback of this.#overCallbacks) callback(how)
  }

  /** Closes the connection first, because a body may never agree to be cancelled. */
  #disconnect(): void {
    this.#connection?.disconnect()
    this.#body?.close()
  }
}
