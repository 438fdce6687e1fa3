import type { ResearchResult } from '#contract/types.ts'
import type { StreamEvent } from '#stream/decode-event.ts'
import { openStream } from './open-stream.ts'
import {
  type DeepResearchOptions,
  type RequestOptions,
  type ResearchParams,
  resolveOptions,
  type Settings,
} from './options.ts'
import { createPlaces, type Places } from './places.ts'
import type { ResearchStream } from './research-stream.ts'

/** What one `run` may set for itself. */
export interface RunOptions extends RequestOptions {
  /** Sees every event before the result is there; one that throws ends the run with its error. A promise is waited for. */
  readonly onEvent?: ((event: StreamEvent) => void | Promise<void>) | undefined
}

/**
 * A client of a deep-research service. For backends: the key must not reach a browser.
 *
 * @example
 * ```ts
 * import { DeepResearch } from '@deep-research/sdk'
 *
 * const client = new DeepResearch({ baseURL: 'https://research.example.com', apiKey: process.env['MY_KEY'] })
 * const { answer_clean, usage } = await client.run({ query: 'How do vaccines work?', reasoning_level: 'low' })
 * console.log(answer_clean, usage.sources_cited)
 * ```
 */
export class DeepResearch {
  readonly #settings: Settings
  readonly #places: Places

  /**
   * @throws {@link ConfigurationError} without a key or a base URL, for an option that makes no sense, and in a browser
   * without `dangerouslyAllowBrowser`
   */
  constructor(options: DeepResearchOptions = {}) {
    this.#settings = resolveOptions(options)
    this.#places = createPlaces(this.#settings.maxConcurrency)
  }

  /**
   * Begins a research; resolves when its stream has begun. Read the stream, or leave it: it holds a connection.
   *
   * @throws {@link APIError} (one class per status), {@link ConnectionError}, {@link StreamProtocolError} where the
   * answer is no stream, or the signal's reason
   */
  stream(params: ResearchParams, options: RequestOptions = {}): Promise<ResearchStream> {
    return openStream(this.#settings, this.#places, params, options)
  }

  /**
   * Researches to the end and returns the result.
   *
   * @throws whatever {@link DeepResearch.stream} throws, {@link ResearchFailedError}, {@link StreamInterruptedError}
   */
  async run(params: ResearchParams, { onEvent, ...options }: RunOptions = {}): Promise<ResearchResult> {
    const stream = await this.stream(params, options)
    if (onEvent) for await (const event of stream) await onEvent(event)
    return stream.result()
  }
}
