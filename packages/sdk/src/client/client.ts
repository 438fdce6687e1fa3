import type { ResearchResult, RetrievedResearch } from '#contract/types.ts'
import { awaitResearch, cancelResearch, retrieveResearch } from './by-id.ts'
import { must } from './configuration-error.ts'
import { beginResearch, resumeResearch, startResearch } from './open-stream.ts'
import type {
  CallOptions,
  DeepResearchOptions,
  DerivedOptions,
  RequestOptions,
  ResearchParams,
  ResumeOptions,
  RunOptions,
  StartOptions,
} from './options.ts'
import { type Answered, type ResearchPromise, researchPromise } from './research-promise.ts'
import type { ResearchStream } from './research-stream.ts'
import { resolveOptions, type Settings } from './settings.ts'

/**
 * A client of a deep-research service. It is meant for backends: the key must not reach a browser.
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
  readonly #options: DeepResearchOptions
  #settings: Settings

  /**
   * @throws {@link ConfigurationError} without a key or a base URL, for an invalid option, and in a browser without
   * `dangerouslyAllowBrowser`
   */
  constructor(options: DeepResearchOptions = {}) {
    this.#options = options
    this.#settings = resolveOptions(options)
  }

  /**
   * A client with other options, such as the key of another tenant, that shares this one's places: `maxConcurrency`
   * holds for both together. Options that are not given are this client's; those that are given replace them.
   *
   * @throws {@link ConfigurationError} for an invalid option
   */
  withOptions(options: DerivedOptions): DeepResearch {
    must(!('maxConcurrency' in options), 'maxConcurrency', 'an option of the first client')
    const derived = new DeepResearch({ ...this.#options, ...options })
    derived.#settings = { ...derived.#settings, places: this.#settings.places }
    return derived
  }

  /**
   * Starts research and resolves when its stream has begun. Read the stream or leave it, because it holds a connection.
   * Leaving it in any way but `detach()` cancels the research, and so does aborting the `signal`; nothing is refunded.
   *
   * @throws {@link ConfigurationError} for an unknown field or option, {@link APIError} (one class for each status),
   * {@link ConnectionError}, {@link StreamProtocolError} if the response is not a stream, or the signal's reason
   */
  stream(params: ResearchParams, options: RequestOptions = {}): ResearchPromise<ResearchStream> {
    return researchPromise(beginResearch(this.#settings, params, options))
  }

  /**
   * Researches to the end and returns the result.
   *
   * @throws the errors of {@link DeepResearch.stream}, {@link ResearchFailedError}, {@link StreamInterruptedError}
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
   * Starts research that goes on without a reader, and resolves with its id. Any process with a key of the account can
   * then `wait` for it, `retrieve` it, `resume` its stream or `cancel` it.
   *
   * @throws the errors of {@link DeepResearch.stream}; {@link DeepResearchError} with the code `NOT_DETACHED` if the
   * service does not let research go on without a reader: it has started, and ends soon unless its id is resumed
   */
  start(params: ResearchParams, options: StartOptions = {}): ResearchPromise<string> {
    return researchPromise(startResearch(this.#settings, params, options))
  }

  /**
   * Retrieves the status of a research again and again, as often as the service suggests, until it has ended, and
   * resolves with what `retrieve` then returns: completed, failed or cancelled.
   *
   * @throws the errors of {@link DeepResearch.retrieve}
   */
  wait(id: string, options: CallOptions = {}): ResearchPromise<RetrievedResearch> {
    return researchPromise(awaitResearch(this.#settings, id, options))
  }

  /**
   * Resumes the stream of a research by `stream.id` and `stream.position`, also from another process, and after its end
   * for as long as the service keeps it. This is not charged again.
   *
   * @throws the errors of {@link DeepResearch.stream}; {@link NotFoundError} if the account has no such research
   */
  resume(id: string, options: ResumeOptions = {}): ResearchPromise<ResearchStream> {
    return researchPromise(resumeResearch(this.#settings, id, options))
  }

  /**
   * Retrieves the status of a research and, if there is one, its result.
   *
   * @throws {@link NotFoundError} if the account has no such research, {@link APIError}, {@link ConnectionError},
   * {@link StreamProtocolError} if the response is not the expected JSON, or the signal's reason
   */
  retrieve(id: string, options: CallOptions = {}): ResearchPromise<RetrievedResearch> {
    return researchPromise(retrieveResearch(this.#settings, id, options))
  }

  /**
   * Cancels a research by its id or by the idempotency key with which it was started. A research that has already ended
   * is left as it is.
   *
   * @throws {@link NotFoundError} if the account has no such research, {@link APIError}, {@link ConnectionError}, or
   * the signal's reason
   */
  cancel(which: string | { readonly idempotencyKey: string }, options: CallOptions = {}): ResearchPromise<void> {
    return researchPromise(cancelResearch(this.#settings, which, options))
  }
}
