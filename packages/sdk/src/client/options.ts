import type { ResearchRequest } from '#contract/types.ts'
import type { StreamEvent } from '#stream/decode-event.ts'
import type { Hooks } from './hooks.ts'
import type { Logger, LogLevel } from './log.ts'

/**
 * What `fetch` is called with, in addition to `fetchOptions`. Its headers contain the key. The type has no further
 * fields, so that the `fetch` of any library accepts it.
 */
export interface FetchInit {
  /** The method of the request. */
  method: string
  /** The headers of the request. */
  headers: Record<string, string>
  /** The body of the request, as JSON. */
  body?: string
  redirect: 'manual'
  /** Ends the request. */
  signal: AbortSignal
}

/** What `fetch` returns: a `Response` of the platform, or of a library with its own types. */
export interface FetchResponse {
  /** Whether the status is one of success. */
  readonly ok: boolean
  /** The HTTP status. */
  readonly status: number
  /** The words after the status. */
  readonly statusText: string
  /** The headers of the response. */
  readonly headers: {
    /** The value of a header, or null. Names are not case-sensitive. */
    get(name: string): string | null
  }
  /** A web stream. */
  readonly body: object | null
}

/** The `fetch` that a client calls: the platform's, or one with its own proxy, agent or certificate. */
export type Fetch = (input: string, init: FetchInit) => Promise<FetchResponse>

/**
 * Runs around each attempt of each request. It may change what is sent and what is returned, send more than once, or
 * answer by itself.
 */
export type Middleware = (url: string, init: FetchInit, next: Next) => Promise<Response>

/** What a middleware calls to send the request. */
export type Next = (url: string, init: FetchInit) => Promise<Response>

/** Further options for `fetch`: `dispatcher` (undici), `proxy` (Bun), `client` (Deno), `cf` (Cloudflare Workers). */
export interface FetchOptions {
  readonly [option: string]: unknown
  /** An agent of undici, from the same version as the `fetch` in use. */
  readonly dispatcher?: object | undefined
  /** Set by the client: use `headers`, `signal` and `extraBody` of the client or the call instead. */
  readonly method?: never
  /** The client sets them: use its option `headers`. */
  readonly headers?: never
  /** The client sets it. */
  readonly body?: never
  /** Use the option `signal` of a call. */
  readonly signal?: never
  /** The client sets it. */
  readonly redirect?: never
}

/** Headers in any form that `fetch` accepts; undefined ones are not sent. */
export type HeadersLike = Readonly<Record<string, string | undefined>> | Iterable<readonly [string, string]>

/** When a request that brought no answer of the service is sent again. */
export interface RetryOptions {
  /** How often a request that certainly cost nothing is sent again. @defaultValue 2 */
  readonly limit?: number | undefined
  /** If `Retry-After` asks for more milliseconds, the error is thrown at once. @defaultValue 60_000 */
  readonly maxRetryAfterMs?: number | undefined
  /**
   * Also sends again what may have been charged, because the service honours `Idempotency-Key` and charges it once.
   *
   * @defaultValue false
   */
  readonly unknownOutcome?: boolean | undefined
}

/** When a lost stream is resumed, if the service supports that. It is not charged again. */
export interface ResumeLimits {
  /**
   * How many milliseconds a stream may be without a connection before it is given up, counted from its last event.
   * Until then only a refusal of the service itself is final; everything else, such as a gateway's error page, means
   * "not yet".
   *
   * @defaultValue 60_000
   */
  readonly giveUpAfterMs?: number | undefined
  /** How often one stream is resumed; 0 = never. @defaultValue Infinity */
  readonly limit?: number | undefined
}

/** Options that a client sets for all its calls and that each call can override. Durations are milliseconds. */
export interface SharedOptions {
  /** Sent with every request, in addition to the client's. */
  readonly headers?: HeadersLike | undefined
  /** Passed to `fetch` unchanged; a call's replace the client's. */
  readonly fetchOptions?: FetchOptions | undefined
  /** The time to the response headers for each attempt; 0 = no limit. @defaultValue 60_000 */
  readonly timeoutMs?: number | undefined
  /**
   * The longest silence of a stream while it is read. Comments count as activity, and time in which the caller does not
   * read does not count. 0 = no limit. @defaultValue 300_000
   */
  readonly idleTimeoutMs?: number | undefined
  /** When a request is sent again. */
  readonly retry?: RetryOptions | undefined
  /** When a lost stream is resumed. */
  readonly resume?: ResumeLimits | undefined
  /** @deprecated Use `retry: { limit }`. */
  readonly maxRetries?: number | undefined
  /** @deprecated Use `retry: { maxRetryAfterMs }`. */
  readonly maxRetryAfterMs?: number | undefined
  /** @deprecated Use `resume: { limit }`. */
  readonly maxResumes?: number | undefined
  /** The largest size of one event in bytes. @defaultValue 16_777_216 */
  readonly maxEventBytes?: number | undefined
  /** A call's hooks run in addition to the client's. */
  readonly hooks?: Hooks | undefined
}

/** Options of a client. Durations are milliseconds. */
export interface DeepResearchOptions extends SharedOptions {
  /**
   * The key, or a function that returns it. The function is called before each attempt, and once more with `refused`
   * after the service refused the key with 401. @defaultValue the environment variable `DEEP_RESEARCH_API_KEY`
   */
  readonly apiKey?: string | ((asked: { readonly refused: boolean }) => string | Promise<string>) | undefined
  /** The URL of the service, with or without `/v1`. @defaultValue the environment variable `DEEP_RESEARCH_BASE_URL` */
  readonly baseURL?: string | undefined
  /** @defaultValue the platform's `fetch` */
  readonly fetch?: Fetch | undefined
  /** The first is the outermost. */
  readonly middleware?: readonly Middleware[] | undefined
  /** @defaultValue `console` if there is a `logLevel`, else none */
  readonly logger?: Logger | undefined
  /**
   * @defaultValue the environment variable `DEEP_RESEARCH_LOG`, else `warn` if there is a `logger`, else `off`
   */
  readonly logLevel?: LogLevel | undefined
  /** @deprecated Use `retry: { unknownOutcome }`. */
  readonly trustIdempotencyKey?: boolean | undefined
  /** The number of requests in flight; a request holds its place until its stream ends. @defaultValue Infinity */
  readonly maxConcurrency?: number | undefined
  /** Allows a client in a browser, which shows the key to everybody who opens the page. @defaultValue false */
  readonly dangerouslyAllowBrowser?: boolean | undefined
}

/** Options of a client that is derived from another one. */
export interface DerivedOptions extends Omit<DeepResearchOptions, 'maxConcurrency'> {}

/** Options of one call; the client's apply where it sets none. */
export interface CallOptions extends SharedOptions {
  /**
   * Ends the call, its waits and its stream, and cancels the research that it started; everything rejects with
   * `signal.reason`.
   */
  readonly signal?: AbortSignal | undefined
}

/** Options of a call that opens a stream. */
export interface StreamOptions extends CallOptions {
  /**
   * The research goes on when nobody reads it, until the service's time limit, if the service can do that: see
   * `stream.isDetached`. Leaving the loop and aborting cancel it all the same. @defaultValue false
   */
  readonly detached?: boolean | undefined
}

/** Options of a call that starts research. */
export interface RequestOptions extends StreamOptions {
  /**
   * Names this attempt with 1 to 128 visible characters: if it is sent again with the same key, a service that honours
   * the key continues the same research and charges it once. @defaultValue a random key, the same for all retries
   */
  readonly idempotencyKey?: string | undefined
  /** Fields of the body that the service knows and this version does not; they override those of `params`. */
  readonly extraBody?: Readonly<Record<string, unknown>> | undefined
}

/** Options of a call that resumes a research. */
export interface ResumeOptions extends StreamOptions {
  /** How many events have already arrived: `stream.position` of the earlier stream. @defaultValue 0 */
  readonly after?: number | undefined
}

/** Options of `start`. */
export interface StartOptions extends Omit<RequestOptions, 'detached'> {}

/** Options of one `run`. */
export interface RunOptions extends RequestOptions {
  /**
   * Called with every event before the result is returned. Its promise is awaited, and an error that it throws ends the
   * run.
   */
  readonly onEvent?: ((event: StreamEvent) => void | Promise<void>) | undefined
}

/** What to research: the fields of the request body. An option among them is a type error. */
export type ResearchParams = ResearchRequest & {
  readonly [Option in Exclude<keyof RunOptions, keyof ResearchRequest>]?: never
}
