import type { ResearchResult, RetrievedResearch } from '#contract/types.ts'
import { cancelResearch, retrieveResearch } from './by-id.ts'
import { beginResearch, resumeResearch } from './open-stream.ts'
import type {
  CallOptions,
  DeepResearchOptions,
  RequestOptions,
  ResearchParams,
  ResumeOptions,
  RunOptions,
} from './options.ts'
import { type Answered, type ResearchPromise, researchPromise } from './research-promise.ts'
import type { ResearchStream } from './research-stream.ts'
import { resolveOptions, type Settings } from './settings.ts'

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

  /**
   * @throws {@link ConfigurationError} without a key or a base URL, for an option that makes no sense, and in a browser
   * without `dangerouslyAllowBrowser`
   */
  constructor(options: DeepResearchOptions = {}) {
    this.#settings = resolveOptions(options)
  }

  /**
   * Begins a research; resolves when its stream has begun. Read the stream, or leave it: it holds a connection.
   *
   * @throws {@link ConfigurationError} for a field or an option that there is none of, {@link APIError} (one class per
   * status), {@link ConnectionError}, {@link StreamProtocolError} where the answer is no stream, or the signal's reason
   */
  stream(params: ResearchParams, options: RequestOptions = {}): ResearchPromise<ResearchStream> {
    return researchPromise(beginResearch(this.#settings, params, options))
  }

  /**
   * Researches to the end and returns the result.
   *
   * @throws whatever {@link DeepResearch.stream} throws, {@link ResearchFailedError}, {@link StreamInterruptedError}
   */
  run(params: ResearchParams, { onEvent, ...options }: RunOptions = {}): ResearchPromise<ResearchResult> {
    const answered = async (): Promise<Answered<ResearchResult>> => {
      const stream = await this.stream(params, options)
      if (onEvent) for await (const event of stream) await onEvent(event)
      return { data: await stream.result(), response: stream.response }
    }
    return researchPromise(answered())
  }

  /**
   * Goes on with the stream of a research that was begun elsewhere, by `stream.id` and `stream.position`: also from
   * another process, and after its end as long as the service keeps it. It is not charged again.
   *
   * @throws whatever {@link DeepResearch.stream} throws; {@link NotFoundError} where the account has no such research
   */
  resume(id: string, options: ResumeOptions = {}): ResearchPromise<ResearchStream> {
    return researchPromise(resumeResearch(this.#settings, id, options))
  }

  /**
   * What has become of a research, and its result where it has one.
   *
   * @throws {@link NotFoundError} where the account has no such research, {@link APIError}, {@link ConnectionError},
   * {@link StreamProtocolError} where the answer is no such JSON, or the signal's reason
   */
  retrieve(id: string, options: CallOptions = {}): ResearchPromise<RetrievedResearch> {
    return researchPromise(retrieveResearch(this.#settings, id, options))
  }

  /**
   * Cancels a research, by its id or by the idempotency key that it was begun with. One that has ended stays as it is.
   *
   * @throws {@link NotFoundError} where the account has no such research, {@link APIError}, {@link ConnectionError}, or
   * the signal's reason
   */
  cancel(which: string | { readonly idempotencyKey: string }, options: CallOptions = {}): ResearchPromise<void> {
    return researchPromise(cancelResearch(this.#settings, which, options))
  }
}
