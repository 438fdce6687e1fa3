import type { ResearchResult } from '#contract/types.ts'
import type { StreamEvent } from '#stream/decode-event.ts'
import { ignore } from '#stream/ignore.ts'
import { type AccountStatus, accountOf } from './account.ts'
import { isDetached } from './answer.ts'
import { withCaller } from './caller.ts'
import type { EventPump, StreamIterator } from './event-pump.ts'
import type { PartialResearch, PartialTracker } from './partial.ts'
import { relay } from './relay.ts'
import { notDetached } from './resume.ts'
import { streamResponse } from './stream-response.ts'
import { type EventWithText, withPlainText } from './text.ts'

/** Where a stream comes from. */
export interface StreamHead {
  readonly response: Response
  readonly id: string | undefined
  /** Lets the research go on without a reader, if the response has not said already that it does. */
  readonly detach?: ((received: number) => Promise<void>) | undefined
}

/**
 * A running research: an async iterable of its events. It is read by one loop, or instead by one of `result()`,
 * `text()`, `withText()` and `toReadableStream()`.
 *
 * Only `research.completed` is success: a loop that ends without an error has delivered it. Everything else throws out
 * of the loop.
 *
 * Leaving cancels: `break` and an exception in the loop, `abort()`, the call's `signal`, the end of an `await using` and
 * the cancelling of `toReadableStream()` free the connection at once and tell the service that nobody wants the research
 * any more. It ends, and nothing is refunded. To leave without that, call `detach()`.
 *
 * @example
 * ```ts
 * import { DeepResearch } from '@deep-research/sdk'
 *
 * const client = new DeepResearch()
 * const stream = await client.stream({ query: 'How do vaccines work?' })
 * for await (const event of stream) {
 *   if (event.type === 'research.answer.delta') process.stdout.write(event.data.content)
 * }
 * const { citations } = await stream.result()
 * console.log(citations.length)
 * ```
 */
export class ResearchStream implements AsyncIterable<StreamEvent>, AsyncDisposable {
  /** The response: its status and headers. Its body belongs to this stream. */
  readonly response: Response
  /** The service's own id of the research, with which another process can `resume`, `retrieve` or `cancel` it. */
  readonly id: string | undefined
  /** What the response says about the account. */
  readonly account: AccountStatus
  /** Whether the service says that the research goes on when nobody reads it. */
  readonly isDetached: boolean
  readonly #detach: ((received: number) => Promise<void>) | undefined
  readonly #pump: EventPump
  readonly #partial: PartialTracker
  #taken = false
  #result: Promise<ResearchResult> | undefined

  /** @internal Streams come from `client.stream()` and `readResearchStream()`. */
  constructor(pump: EventPump, partial: PartialTracker, { response, id, detach }: StreamHead) {
    this.isDetached = isDetached(response)
    this.#detach = detach
    this.#pump = pump
    this.#partial = partial
    this.response = response
    this.id = id
    this.account = accountOf(response.headers)
  }

  /**
   * How many events of the research have been delivered, including those before a `resume`. Pass it as `after` to
   * continue from here.
   */
  get position(): number {
    return this.#pump.position
  }

  /** The caller's own `request_id`, or the one in its place; undefined before the first event. */
  get correlationId(): string | undefined {
    return this.#partial.correlationId
  }

  /** @deprecated Use `id` or `correlationId`. */
  get requestId(): string | undefined {
    return this.id ?? this.correlationId
  }

  /** What has arrived up to the last delivered event. */
  get partial(): PartialResearch {
    return this.#partial.view()
  }

  /**
   * Begins the one loop over the events.
   *
   * @throws TypeError if the stream is already being read
   */
  [Symbol.asyncIterator](): StreamIterator<StreamEvent> {
    return this.#take()
  }

  /**
   * The data of `research.completed`. During a loop it settles together with the loop; if nobody reads the stream, it
   * reads the stream itself. It rejects with the error that the loop would throw, or with an AbortError if the loop was
   * left early. An unhandled rejection does no harm.
   */
  result(): Promise<ResearchResult> {
    if (!this.#result) {
      this.#result = withCaller(
        new Promise((resolve, reject) => {
          this.#pump.whenOver(({ result, error }) => (!result ? reject(error) : resolve(result)))
        }),
      )
      this.#result.catch(ignore)
      // A loop that begins in the same turn goes first.
      queueMicrotask(async () => {
        if (this.#taken || this.#pump.outcome) return
        try {
          for await (const _ of this.#take());
        } catch {
          // The result has already rejected with this error.
        }
      })
    }
    return this.#result
  }

  /** The answer as plain text while it is written, without tags. Use it instead of a loop over the events. */
  text(): StreamIterator<string> {
    return withPlainText(this.#take(), this.#partial, (_, text) => text || undefined)
  }

  /**
   * Every event, together with the plain text of the answer that it completed, or ''. Use it instead of a loop over the
   * events.
   *
   * @example
   * ```ts
   * import { DeepResearch } from '@deep-research/sdk'
   *
   * const stream = await new DeepResearch().stream({ query: 'How do vaccines work?' })
   * for await (const { event, text } of stream.withText()) {
   *   if (event.type === 'research.tool_call.started') console.log(event.data.name)
   *   process.stdout.write(text)
   * }
   * ```
   */
  withText(): StreamIterator<EventWithText> {
    return withPlainText(this.#take(), this.#partial, (event, text) => ({ event, text }))
  }

  /**
   * The stream in its own wire format, for a browser that must not see the key; `readResearchStream` reads it there. It
   * ends as this stream ends: with `[DONE]` only after a result, and with an error if this stream throws. Use it
   * instead of a loop over the events.
   */
  toReadableStream(): ReadableStream<Uint8Array> {
    return relay(this.#take())
  }

  /**
   * The response of a relay: `toReadableStream()` with the research's id and the headers that keep proxies and
   * middleware from buffering it.
   *
   * @param init - its status, and further headers
   */
  toResponse(init?: ResponseInit): Response {
    return streamResponse(this.toReadableStream(), this.response.headers, init)
  }

  /**
   * Leaves the stream and lets the research go on, until the service's time limit. A loop over it ends. Any process with
   * a key of the account can go on with `client.resume(id, { after: position })`, `client.wait(id)` or
   * `client.retrieve(id)`.
   *
   * @returns the id of the research, and how many of its events have been delivered
   * @throws {@link DeepResearchError} with the code `NOT_DETACHED` if the service does not let research go on without a
   * reader; {@link APIError} and {@link ConnectionError} if it cannot be asked. The stream is then still open.
   */
  async detach(): Promise<{ id: string; position: number }> {
    const { id } = this
    if (id === undefined || !(this.isDetached || this.#detach || this.#pump.outcome)) throw notDetached(id)
    if (!this.#pump.outcome && !this.isDetached) await this.#detach?.(this.position)
    this.#pump.detach()
    return { id, position: this.position }
  }

  /** Cancels the research and aborts the stream: whatever reads it rejects with `reason`, by default an AbortError. */
  abort(reason?: unknown): void {
    this.#pump.abort(reason)
  }

  /** Leaves the stream, and so cancels the research, as `break` does in a loop. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.#pump.return().then(ignore)
  }

  #take(): EventPump {
    if (this.#taken) throw new TypeError('This stream is already read.')
    this.#taken = true
    return this.#pump
  }
}
