import type { ResearchResult } from '#contract/types.ts'
import type { StreamEvent } from '#stream/decode-event.ts'
import { ignore } from '#stream/ignore.ts'
import { type AccountStatus, accountOf } from './account.ts'
import type { EventPump, StreamIterator } from './event-pump.ts'
import type { PartialResearch, PartialTracker } from './partial.ts'
import { relay } from './relay.ts'
import { cleanText, type EventWithText, withText } from './text.ts'

/**
 * One research, while it runs: an async iterable of its events, to be read by one loop, or by one of `result()`,
 * `text()` and `toReadableStream()` in its place.
 *
 * Success is `research.completed`, nothing else: a loop that ends without an error has delivered it. Everything else
 * throws out of the loop. Leaving the loop frees the connection at once and is no error.
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
  /** The response: its status and headers. Its body is this stream's. */
  readonly response: Response
  /** The service's own id of the research: with it another process can `resume`, `retrieve` or `cancel` it. */
  readonly id: string | undefined
  /** What the response told of the account. */
  readonly account: AccountStatus
  readonly #pump: EventPump
  readonly #partial: PartialTracker
  #taken = false
  #result: Promise<ResearchResult> | undefined

  /** @internal Streams come from `client.stream()` and `readResearchStream()`. */
  constructor(
    pump: EventPump,
    partial: PartialTracker,
    { response, id }: { response: Response; id: string | undefined },
  ) {
    this.#pump = pump
    this.#partial = partial
    this.response = response
    this.id = id
    this.account = accountOf(response.headers)
  }

  /**
   * How many events of the research have been delivered, those before a `resume` among them: `after` for whoever goes
   * on from here.
   */
  get position(): number {
    return this.#pump.position
  }

  /** The service's id of the request: from the response's header, else from the first event. */
  get requestId(): string | undefined {
    return this.#partial.requestId
  }

  /** What has come, as of the last event delivered. */
  get partial(): PartialResearch {
    return this.#partial.view()
  }

  /**
   * Begins the one loop over the events.
   *
   * @throws TypeError where the stream is being read already
   */
  [Symbol.asyncIterator](): StreamIterator<StreamEvent> {
    return this.#take()
  }

  /**
   * The data of `research.completed`. Beside a loop it settles with the loop; where nobody reads the stream, it does.
   * Rejects with what the loop would throw, and with an AbortError where the loop was left before the end. A rejection
   * that nobody handles does no harm.
   */
  result(): Promise<ResearchResult> {
    if (!this.#result) {
      this.#result = new Promise((resolve, reject) => {
        this.#pump.whenOver(({ result, error }) => (!result ? reject(error) : resolve(result)))
      })
      this.#result.catch(ignore)
      // A loop that begins in the same turn comes first.
      queueMicrotask(async () => {
        if (this.#taken || this.#pump.outcome) return
        try {
          for await (const _ of this.#take());
        } catch {
          // The result has rejected with it.
        }
      })
    }
    return this.#result
  }

  /** The answer as clean text while it is written: no tags, never half of one. Takes the place of the loop. */
  text(): StreamIterator<string> {
    return cleanText(this.#take(), this.#partial)
  }

  /**
   * Every event, each with the clean text of the answer that it completed, '' where none. Takes the place of the loop.
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
    return withText(this.#take(), this.#partial)
  }

  /**
   * The stream in its own wire format, for a browser that must not see the key; `readResearchStream` reads it there.
   * It ends as this stream ends: `[DONE]` only after a result, and an error where this stream throws.
   * Takes the place of the loop.
   */
  toReadableStream(): ReadableStream<Uint8Array> {
    return relay(this.#take())
  }

  /** Ends the stream: what reads it rejects with `reason`, by default an AbortError. */
  abort(reason?: unknown): void {
    this.#pump.abort(reason)
  }

  /** Leaves the stream, as `break` does. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.#pump.return().then(ignore)
  }

  #take(): EventPump {
    if (this.#taken) throw new TypeError('This stream is read already.')
    this.#taken = true
    return this.#pump
  }
}
