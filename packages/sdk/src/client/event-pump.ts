import type { ResearchResult } from '#contract/types.ts'
import { decodeEvent, diagnose, type StreamEvent, wholeEvents } from '#stream/decode-event.ts'
import { ignore } from '#stream/ignore.ts'
import { createSseParser, type SseParser } from '#stream/parse-sse.ts'
import { type Ending, endingOfBody, endingOfTerminator } from '#stream/prove-ending.ts'
import { type BodyEnd, type BodyReader, readBody } from '#stream/read-body.ts'
import { abortError } from './abort.ts'
import type { StreamInterruptedError } from './errors.ts'
import type { StreamFailures } from './stream-failures.ts'

/** An open stream's body, and the way to end its connection at once. */
export interface Connection {
  readonly body: ReadableStream<Uint8Array>
  disconnect(): void
}

/** What a pump is made of. */
export interface PumpOptions {
  /** Open already, or opened when the first event is asked for. */
  readonly connection: Connection | (() => Promise<Connection>)
  /** Takes a lost stream up again; rejects with what forbids it. Undefined where that is not offered. */
  readonly reconnect?: ((lost: StreamInterruptedError, received: number) => Promise<Connection>) | undefined
  readonly failures: StreamFailures
  readonly idleTimeoutMs: number
  readonly maxEventBytes: number
  /** Sees every event just before it is delivered; returns the stream's ending where it is one. */
  readonly onEvent: (event: StreamEvent) => Ending | undefined
}

/** How a stream ended for its caller. */
export type Outcome =
  | { readonly kind: 'completed'; readonly result: ResearchResult }
  /** The caller went before the end. */
  | { readonly kind: 'left' }
  | { readonly kind: 'failed'; readonly error: unknown; readonly aborted: boolean }

type Result = IteratorResult<StreamEvent, undefined>

interface Waiter {
  readonly resolve: (result: Result) => void
  readonly reject: (reason: unknown) => void
}

const END: Result = { done: true, value: undefined }

function last(outcome: Outcome): Promise<Result> {
  return outcome.kind === 'failed' ? Promise.reject(outcome.error) : Promise.resolve(END)
}

/**
 * The moving part of a stream: brings events one by one, and never reads ahead of the caller by more than one network
 * chunk. An iterator by hand, because an async generator costs more per event and cannot be left while it waits.
 */
export class EventPump implements AsyncIterableIterator<StreamEvent, undefined> {
  readonly #options: PumpOptions
  readonly #waiting: Waiter[] = []
  readonly #overCallbacks: ((outcome: Outcome) => void)[] = []
  /** Data of events that came with the last chunk, from `#next` on. */
  #data: string[] = []
  #next = 0
  #received = 0
  #connecting = false
  #connection: Connection | undefined
  #body: BodyReader | undefined
  #parser: SseParser | undefined
  #bodyEnd: BodyEnd | undefined
  /** What is wrong with the text after the last event that can be read. */
  #broken: (() => unknown) | undefined
  #outcome: Outcome | undefined
  /** Called when bytes came that held no event. */
  onQuiet: (() => void) | undefined

  constructor(options: PumpOptions) {
    this.#options = options
    if (typeof options.connection === 'object') this.#connection = options.connection
  }

  get outcome(): Outcome | undefined {
    return this.#outcome
  }

  /** How many events were taken from the wire. */
  get received(): number {
    return this.#received
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  next(): Promise<Result> {
    if (this.#waiting.length === 0) {
      const event = this.#take()
      if (event !== undefined) return Promise.resolve({ done: false, value: event })
    }
    if (this.#outcome !== undefined) return last(this.#outcome)
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject })
      if (this.#waiting.length === 1) this.#pull()
    })
  }

  /** Leaves the stream, at once, also while a `next` is pending. */
  return(): Promise<Result> {
    this.#stop({ kind: 'left' })
    return Promise.resolve(END)
  }

  abort(reason: unknown = abortError()): void {
    this.#stop({ kind: 'failed', error: reason, aborted: true })
  }

  /** Calls back when the stream is over, at once where it is already. */
  whenOver(callback: (outcome: Outcome) => void): void {
    if (this.#outcome === undefined) this.#overCallbacks.push(callback)
    else callback(this.#outcome)
  }

  /** The next event of what has been read, or undefined where there is none, be it that the stream is over. */
  #take(): StreamEvent | undefined {
    while (this.#next < this.#data.length) {
      const data = this.#data[this.#next] as string
      this.#next += 1
      const event = decodeEvent(data)
      if (event !== undefined) return this.#deliver(event)
      this.#readOther(data)
    }
    if (this.#next > 0) this.#clear()
    return undefined
  }

  #deliver(event: StreamEvent): StreamEvent {
    this.#received += 1
    const ending = this.#options.onEvent(event)
    if (ending !== undefined) this.#conclude(ending)
    return event
  }

  /** What is no envelope: nothing, the terminator, several envelopes at once, or not to be read. */
  #readOther(data: string): void {
    const diagnosis = diagnose(data)
    if (diagnosis.kind === 'done') this.#conclude(endingOfTerminator())
    else if (diagnosis.kind === 'lines') this.#insert(diagnosis.lines)
    else if (diagnosis.kind === 'malformed') {
      this.#fail(this.#options.failures.malformed(diagnosis.problem, data, this.#received + 1))
    }
  }

  #insert(lines: readonly string[]): void {
    this.#data = [...lines, ...this.#data.slice(this.#next)]
    this.#next = 0
  }

  #clear(): void {
    this.#data = []
    this.#next = 0
  }

  #pull(): void {
    if (this.#broken !== undefined) this.#failNow(this.#broken())
    else if (this.#bodyEnd !== undefined) this.#lost(this.#bodyEnd)
    else if (this.#body !== undefined) this.#body.pull()
    else if (this.#connecting) return
    else if (this.#connection !== undefined) this.#read(this.#connection)
    else if (typeof this.#options.connection === 'function') this.#connect(this.#options.connection)
  }

  /** Gives out what there is, and asks for more where somebody still waits. */
  #serve(): void {
    while (this.#waiting.length > 0) {
      const event = this.#take()
      if (event === undefined) break
      this.#waiting.shift()?.resolve({ done: false, value: event })
    }
    if (this.#waiting.length === 0) return
    if (this.#outcome === undefined) this.#pull()
    else this.#dismiss()
  }

  /** Tells everybody who still waits how the stream ended. */
  #dismiss(): void {
    const outcome = this.#outcome
    if (outcome === undefined) return
    for (const { resolve, reject } of this.#waiting.splice(0)) {
      if (outcome.kind === 'failed') reject(outcome.error)
      else resolve(END)
    }
  }

  #connect(open: () => Promise<Connection>): void {
    this.#connecting = true
    open().then(
      (connection) => this.#connected(connection),
      (error: unknown) => this.#failNow(error),
    )
  }

  #connected(connection: Connection): void {
    this.#connecting = false
    this.#connection = connection
    if (this.#outcome === undefined) this.#read(connection)
    else this.#disconnect()
  }

  #read(connection: Connection): void {
    const { idleTimeoutMs, maxEventBytes, failures } = this.#options
    this.#bodyEnd = undefined
    this.#parser = createSseParser(maxEventBytes, {
      onData: (data) => this.#data.push(data),
      onOverflow: (excerpt) => {
        this.#broken = () => failures.tooLarge(maxEventBytes, excerpt, this.#received + 1)
      },
    })
    try {
      this.#body = readBody(connection.body, idleTimeoutMs, {
        onChunk: (bytes) => this.#onChunk(bytes),
        onEnd: (end) => this.#onEnd(end),
      })
      this.#body.pull()
    } catch (error) {
      // Somebody else is reading this body.
      this.#failNow(error)
    }
  }

  #onChunk(bytes: Uint8Array): void {
    this.#parser?.push(bytes)
    if (this.#data.length === 0) this.onQuiet?.()
    this.#serve()
  }

  /** The connection is over. A last event may still be whole without its blank line; half of one is none. */
  #onEnd(end: BodyEnd): void {
    this.#bodyEnd = end
    this.#parser?.end()
    this.#data = this.#data.flatMap(wholeEvents)
    this.#serve()
  }

  #lost(end: BodyEnd): void {
    const { reconnect, failures } = this.#options
    const lost = failures.interrupted(endingOfBody(end))
    this.#disconnect()
    if (reconnect === undefined) this.#failNow(lost)
    else if (!this.#connecting) this.#connect(() => reconnect(lost, this.#received))
  }

  #conclude(ending: Ending): void {
    const { failures } = this.#options
    if (ending.kind === 'completed') this.#settle({ kind: 'completed', result: ending.result })
    else if (ending.kind === 'failed') this.#fail(failures.failed(ending.event))
    else this.#fail(failures.interrupted(ending))
  }

  /** Ends the stream from outside; one that is over stays as it is, its last event perhaps on its way to a waiter. */
  #stop(outcome: Outcome): void {
    if (this.#outcome !== undefined) return
    this.#settle(outcome)
    this.#dismiss()
  }

  #fail(error: unknown): void {
    this.#settle({ kind: 'failed', error, aborted: false })
  }

  /** Fails where there is no event left to give out before. */
  #failNow(error: unknown): void {
    this.#fail(error)
    this.#dismiss()
  }

  #settle(outcome: Outcome): void {
    if (this.#outcome !== undefined) return
    this.#outcome = outcome
    this.#clear()
    const { kind } = outcome
    const connection = this.#connection
    if (kind === 'completed' && this.#bodyEnd === undefined) this.#body?.drain(() => connection?.disconnect())
    else this.#disconnect()
    for (const callback of this.#overCallbacks.splice(0)) callback(outcome)
  }

  /** The connection first: a body may never agree to be cancelled. */
  #disconnect(): void {
    const connection = this.#connection
    if (connection === undefined) return
    connection.disconnect()
    if (this.#body === undefined) connection.body.cancel().catch(ignore)
    else this.#body.close()
    this.#connection = undefined
    this.#body = undefined
  }
}
