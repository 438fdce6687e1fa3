import type { ResearchRequest } from '#contract/types.ts'
import type { StreamEvent } from '#stream/decode-event.ts'
import type { Hooks } from './hooks.ts'
import type { Logger, LogLevel } from './log.ts'

/**
 * What a `fetch` is called with, beside the `fetchOptions`. The key is among the headers. It names no more, so that it
 * is what the `fetch` of any library takes.
 */
export interface FetchInit {
  method: string
  headers: Record<string, string>
  body?: string
  redirect: 'manual'
  signal: AbortSignal
}

/** What a `fetch` answers: a `Response`, be it the platform's or that of a library with types of its own. */
export interface FetchResponse {
  readonly ok: boolean
  readonly status: number
  readonly statusText: string
  readonly headers: { get(name: string): string | null }
  /** A web stream. */
  readonly body: object | null
}

/** The `fetch` that a client calls: the platform's, or one with a proxy, an agent or a certificate of its own. */
export type Fetch = (input: string, init: FetchInit) => Promise<FetchResponse>

/**
 * Stands between the client and its `fetch`, around each try of each request. It may change what is sent and what
 * comes back, send more than once, or answer by itself.
 */
export type Middleware = (url: string, init: FetchInit, next: Next) => Promise<Response>

/** What a middleware calls to send. */
export type Next = (url: string, init: FetchInit) => Promise<Response>

/** Further options of `fetch`: `dispatcher` of undici, `proxy` of Bun, `client` of Deno, `cf` of workers. */
export interface FetchOptions {
  readonly [option: string]: unknown
  /** An agent of undici, of the version that the `fetch` in use is of. */
  readonly dispatcher?: object | undefined
  /** Set by the client: give `headers`, `signal` and `extraBody` as options of the client or of the call. */
  readonly method?: never
  readonly headers?: never
  readonly body?: never
  readonly signal?: never
  readonly redirect?: never
}

/** Headers in any of the forms that `fetch` takes; one that is undefined is not sent. */
export type HeadersLike = Readonly<Record<string, string | undefined>> | Iterable<readonly [string, string]>

/** What a client sets for all its calls, and each call may set for itself. Durations are milliseconds. */
export interface SharedOptions {
  /** Sent with every request, beside those of the client. */
  readonly headers?: HeadersLike | undefined
  /** Given to `fetch` as they are, those of a call in the place of the client's. */
  readonly fetchOptions?: FetchOptions | undefined
  /** How long one try may wait for response headers; 0 = for ever. @defaultValue 60_000 */
  readonly timeoutMs?: number | undefined
  /**
   * How much silence a stream may keep while it is being read; comments count as activity, a slow consumer does not
   * count. 0 = for ever. @defaultValue 300_000
   */
  readonly idleTimeoutMs?: number | undefined
  /** How often a request that surely cost nothing is sent again. @defaultValue 2 */
  readonly maxRetries?: number | undefined
  /** A longer `Retry-After` is thrown at once instead of waited for. @defaultValue 60_000 */
  readonly maxRetryAfterMs?: number | undefined
  /** Reconnections of one stream, only where the service offers them. @defaultValue 5 */
  readonly maxResumes?: number | undefined
  /** What one event may take, in bytes. @defaultValue 16_777_216 */
  readonly maxEventBytes?: number | undefined
  /** Those of a call are told beside the client's. */
  readonly hooks?: Hooks | undefined
}

/** Settings of a client. Durations are milliseconds. */
export interface DeepResearchOptions extends SharedOptions {
  /**
   * The key, or what gives it: asked before each try, and once more, with `refused`, where the service refused the key
   * with 401. @defaultValue the environment variable `DEEP_RESEARCH_API_KEY`
   */
  readonly apiKey?: string | ((asked: { readonly refused: boolean }) => string | Promise<string>) | undefined
  /** Where the service is, with or without `/v1`. @defaultValue the environment variable `DEEP_RESEARCH_BASE_URL` */
  readonly baseURL?: string | undefined
  /** @defaultValue the platform's `fetch` */
  readonly fetch?: Fetch | undefined
  /** The first is the outermost. */
  readonly middleware?: readonly Middleware[] | undefined
  /** @defaultValue `console` where there is a `logLevel`, else none */
  readonly logger?: Logger | undefined
  /** @defaultValue `warn` where there is a `logger`, else `off` */
  readonly logLevel?: LogLevel | undefined
  /** The service honours `Idempotency-Key`: failures that leave it open whether it was charged are retried too. @defaultValue false */
  readonly trustIdempotencyKey?: boolean | undefined
  /** Requests in flight; a place is held until its stream ends. @defaultValue Infinity */
  readonly maxConcurrency?: number | undefined
  /** A browser shows the key to everybody who opens the page. @defaultValue false */
  readonly dangerouslyAllowBrowser?: boolean | undefined
}

/** What one call may set for itself; the rest is the client's. */
export interface CallOptions extends SharedOptions {
  /** Ends the call, its waits and its stream; everything rejects with `signal.reason`. */
  readonly signal?: AbortSignal | undefined
}

/** What a call that begins a research may set for itself. */
export interface RequestOptions extends CallOptions {
  /**
   * Names this attempt, 1 to 128 visible characters: sent again with the same key, it is the same research and one
   * charge, where the service honours it. @defaultValue a random one, the same on each retry
   */
  readonly idempotencyKey?: string | undefined
  /** Fields of the body that the service knows and this version does not; they go over those of `params`. */
  readonly extraBody?: Readonly<Record<string, unknown>> | undefined
}

/** What a call that goes on with a research may set for itself. */
export interface ResumeOptions extends CallOptions {
  /** How many events have come already: `stream.position` of the stream that is gone on with. @defaultValue 0 */
  readonly after?: number | undefined
}

/** What one `run` may set for itself. */
export interface RunOptions extends RequestOptions {
  /** Sees every event before the result is there; one that throws ends the run with its error. A promise is waited for. */
  readonly onEvent?: ((event: StreamEvent) => void | Promise<void>) | undefined
}

/** What to research: the body of the request, and nothing else. An option among its fields is a mistake. */
export type ResearchParams = ResearchRequest & {
  readonly [Option in Exclude<keyof RunOptions, keyof ResearchRequest>]?: never
}
