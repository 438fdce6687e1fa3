import type { ResearchEventType } from './events.ts'
import type { ErrorCode, ErrorType, FailureCode, ReasoningLevel, ResearchStatus, SourceType, Tier } from './types.ts'

/**
 * The endpoint, relative to the base URL. `POST` starts or resumes research. With `/<request id>` appended, `GET`
 * retrieves a request and `DELETE` cancels it; `DELETE` without an id cancels the attempt that its `Idempotency-Key`
 * names.
 */
export const RESEARCH_PATH = '/v1/research'

/** The six event types of the specification. */
export const EVENT_TYPES = [
  'research.answer.delta',
  'research.thinking.delta',
  'research.tool_call.started',
  'research.tool_call.completed',
  'research.completed',
  'research.failed',
] as const satisfies readonly ResearchEventType[]

/** The states that a request can have. */
export const RESEARCH_STATUSES = [
  'running',
  'completed',
  'failed',
  'cancelled',
] as const satisfies readonly ResearchStatus[]

/** The content of the last data line of a successful stream. */
export const STREAM_TERMINATOR = '[DONE]'

/** For each level: the largest number of iterations, and the price of a request in credits. */
export const REASONING_LEVELS = {
  low: { maxIterations: 5, credits: 10 },
  medium: { maxIterations: 10, credits: 15 },
  high: { maxIterations: 15, credits: 20 },
} as const satisfies Record<ReasoningLevel, { maxIterations: number; credits: number }>

/** The level of a request that names none. */
export const DEFAULT_REASONING_LEVEL: ReasoningLevel = 'medium'

/** For each tier: how many requests an account may run at once. */
export const TIERS = {
  free: { maxConcurrent: 1 },
  pro: { maxConcurrent: 3 },
  scale: { maxConcurrent: 5 },
} as const satisfies Record<Tier, { maxConcurrent: number }>

/** The free credits of an account for a month; a renewal replaces what is left of them. */
export const MONTHLY_FREE_CREDITS = 300

/** The source types that this service uses; a client accepts any string. */
export const SOURCE_TYPES = [
  'web',
  'paper',
  'book',
  'news',
  'document',
  'dataset',
  'other',
] as const satisfies readonly SourceType[]

/** The HTTP status and the error type of each code. */
export const ERRORS = {
  MISSING_QUERY: { status: 400, type: 'invalid_request_error' },
  QUERY_EXCEEDS_MAX_LENGTH: { status: 400, type: 'invalid_request_error' },
  INVALID_REASONING_LEVEL: { status: 400, type: 'invalid_request_error' },
  INVALID_REQUEST: { status: 400, type: 'invalid_request_error' },
  INVALID_API_KEY: { status: 401, type: 'authentication_error' },
  INSUFFICIENT_CREDITS: { status: 402, type: 'insufficient_credits_error' },
  NOT_FOUND: { status: 404, type: 'not_found_error' },
  RATE_LIMIT_EXCEEDED: { status: 429, type: 'rate_limit_error' },
  PROXY_ERROR: { status: 502, type: 'proxy_error' },
} as const satisfies Record<ErrorCode, { status: number; type: ErrorType }>

/** The error type of each code of `research.failed`. */
export const FAILURES = {
  PROXY_ERROR: { type: 'proxy_error' },
  RESEARCH_FAILED: { type: 'research_error' },
  RESEARCH_TIMEOUT: { type: 'timeout_error' },
  SERVER_SHUTTING_DOWN: { type: 'shutdown_error' },
  SERVER_RESTARTED: { type: 'shutdown_error' },
} as const satisfies Record<FailureCode, { type: string }>

/** The largest sizes of what a request may contain. */
export const LIMITS = {
  /** The largest number of Unicode code points of `query`. */
  queryCodePoints: 10_000,
  /** The largest number of characters of `request_id`. */
  requestIdLength: 128,
  metadataKeys: 16,
  /** The largest number of characters of a metadata key. */
  metadataKeyLength: 64,
  /** The largest number of characters of a metadata value. */
  metadataValueLength: 512,
  /** The largest size of a request body in bytes. */
  bodyBytes: 1_048_576,
  /** The largest number of visible characters of an `Idempotency-Key`. */
  idempotencyKeyLength: 128,
} as const

// These are separate constants, so that a client bundles only those that it uses.
export const API_KEY_HEADER = 'x-api-key'
export const CONTENT_TYPE = 'content-type'
export const RETRY_AFTER = 'retry-after'
export const REQUEST_ID = 'x-request-id'
export const RESUMABLE = 'x-research-resumable'
export const RESUME = 'x-research-resume'
export const LAST_EVENT_ID = 'last-event-id'
export const DETACHED = 'x-research-detached'
export const IDEMPOTENCY_KEY = 'idempotency-key'
export const CREDITS_CHARGED = 'x-credits-charged'
export const CREDITS_REMAINING = 'x-credits-remaining'
export const CONCURRENCY_LIMIT = 'x-concurrency-limit'
export const CONCURRENCY_REMAINING = 'x-concurrency-remaining'

/** Header names in lower case, as Node and `Headers` return them. */
export const HEADERS = {
  apiKey: API_KEY_HEADER,
  authorization: 'authorization',
  contentType: CONTENT_TYPE,
  retryAfter: RETRY_AFTER,
  wwwAuthenticate: 'www-authenticate',
  /** In every response: the server's own unique id of the request. */
  requestId: REQUEST_ID,
  /** `true` in a response whose stream can be resumed. */
  resumable: RESUMABLE,
  /** In a POST that resumes: the `X-Request-Id` of the first response. */
  resume: RESUME,
  /** In a POST that resumes: how many envelopes have been received. */
  lastEventId: LAST_EVENT_ID,
  /** In a POST: the research goes on when nobody reads it. `true` in a response that honours this. */
  detached: DETACHED,
  /** In a POST: names an attempt of the caller. In a `DELETE` without an id: the attempt to cancel. */
  idempotencyKey: IDEMPOTENCY_KEY,
  /** In a 200 to a POST: what this request was charged. */
  creditsCharged: CREDITS_CHARGED,
  /** In a 200, 402 or 429 to a POST: the sum of the account's balances. */
  creditsRemaining: CREDITS_REMAINING,
  /** In a 200, 402 or 429 to a POST: how many requests the account may run at once. */
  concurrencyLimit: CONCURRENCY_LIMIT,
  /** In a 200, 402 or 429 to a POST: how many more it may start now. */
  concurrencyRemaining: CONCURRENCY_REMAINING,
} as const

/** The headers of every stream. */
export const STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
} as const

/** An API key consists of `prefix`, 43 random base62 characters, and the CRC-32 of both as 6 base62 characters. */
export const API_KEY = { prefix: 'dr_live_', randomLength: 43, checksumLength: 6 } as const

/** The prefix of request ids that the service makes. */
export const REQUEST_ID_PREFIX = 'req_'

/** The form of a caller's own `request_id`. */
export const REQUEST_ID_PATTERN = /^[A-Za-z0-9._:-]{1,128}$/

/** The environment variables that the client reads. */
export const ENVIRONMENT = {
  apiKey: 'DEEP_RESEARCH_API_KEY',
  baseURL: 'DEEP_RESEARCH_BASE_URL',
  logLevel: 'DEEP_RESEARCH_LOG',
} as const
