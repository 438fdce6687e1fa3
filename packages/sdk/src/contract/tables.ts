import type {
  ErrorCode,
  ErrorType,
  FailureCode,
  ReasoningLevel,
  ResearchEventType,
  ResearchStatus,
  SourceType,
  Tier,
} from './types.ts'

/**
 * The one endpoint, relative to the base URL. `POST` begins or resumes a research. With `/<request id>` behind it,
 * `GET` retrieves one and `DELETE` cancels it; `DELETE` without an id cancels what its `Idempotency-Key` names.
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

/** What can have become of a request. */
export const RESEARCH_STATUSES = [
  'running',
  'completed',
  'failed',
  'cancelled',
] as const satisfies readonly ResearchStatus[]

/** What the last data line of a successful stream holds. */
export const STREAM_TERMINATOR = '[DONE]'

/** Per level: the ceiling of iterations, and the credits that a request costs. */
export const REASONING_LEVELS = {
  low: { maxIterations: 5, credits: 10 },
  medium: { maxIterations: 10, credits: 15 },
  high: { maxIterations: 15, credits: 20 },
} as const satisfies Record<ReasoningLevel, { maxIterations: number; credits: number }>

export const DEFAULT_REASONING_LEVEL: ReasoningLevel = 'medium'

/** Per tier: how many requests of an account may be in flight at once. */
export const TIERS = {
  free: { maxConcurrent: 1 },
  pro: { maxConcurrent: 3 },
  scale: { maxConcurrent: 5 },
} as const satisfies Record<Tier, { maxConcurrent: number }>

/** Free credits of an account per month; they replace what is left of the last month's. */
export const MONTHLY_FREE_CREDITS = 300

/** Source types that a service following the decisions emits; a client accepts any string. */
export const SOURCE_TYPES = [
  'web',
  'paper',
  'book',
  'news',
  'document',
  'dataset',
  'other',
] as const satisfies readonly SourceType[]

/** Per code: the HTTP status and the error type that go with it. */
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

/** Per code of `research.failed`: the error type that goes with it. */
export const FAILURES = {
  PROXY_ERROR: { type: 'proxy_error' },
  RESEARCH_FAILED: { type: 'research_error' },
  RESEARCH_TIMEOUT: { type: 'timeout_error' },
  SERVER_SHUTTING_DOWN: { type: 'shutdown_error' },
  SERVER_RESTARTED: { type: 'shutdown_error' },
} as const satisfies Record<FailureCode, { type: string }>

export const LIMITS = {
  /** Unicode code points of `query`. */
  queryCodePoints: 10_000,
  /** Characters of `request_id`. */
  requestIdLength: 128,
  metadataKeys: 16,
  /** Characters of a metadata key. */
  metadataKeyLength: 64,
  /** Characters of a metadata value. */
  metadataValueLength: 512,
  /** Bytes of a request body. */
  bodyBytes: 1_048_576,
  /** Visible characters of an `Idempotency-Key`. */
  idempotencyKeyLength: 128,
} as const

// Each on its own, so that a client carries only those it uses.
export const API_KEY_HEADER = 'x-api-key'
export const CONTENT_TYPE = 'content-type'
export const RETRY_AFTER = 'retry-after'
export const REQUEST_ID = 'x-request-id'
export const RESUMABLE = 'x-research-resumable'
export const RESUME = 'x-research-resume'
export const LAST_EVENT_ID = 'last-event-id'
export const IDEMPOTENCY_KEY = 'idempotency-key'
export const CREDITS_CHARGED = 'x-credits-charged'
export const CREDITS_REMAINING = 'x-credits-remaining'
export const CONCURRENCY_LIMIT = 'x-concurrency-limit'
export const CONCURRENCY_REMAINING = 'x-concurrency-remaining'

/** Header names, in the lower case in which Node and `Headers` give them. */
export const HEADERS = {
  apiKey: API_KEY_HEADER,
  authorization: 'authorization',
  contentType: CONTENT_TYPE,
  retryAfter: RETRY_AFTER,
  wwwAuthenticate: 'www-authenticate',
  /** The server's own unique id of the request, on every response. */
  requestId: REQUEST_ID,
  /** `true` on a response whose stream can be resumed. */
  resumable: RESUMABLE,
  /** On a resuming POST: the `X-Request-Id` of the first response. */
  resume: RESUME,
  /** On a resuming POST: how many envelopes have arrived. */
  lastEventId: LAST_EVENT_ID,
  /** On a POST: names one attempt of the caller. On a `DELETE` without an id: the attempt to cancel. */
  idempotencyKey: IDEMPOTENCY_KEY,
  /** On 200 of a POST: what this request was charged. */
  creditsCharged: CREDITS_CHARGED,
  /** On 200, 402 and 429 of a POST: the account's balance. */
  creditsRemaining: CREDITS_REMAINING,
  /** On 200, 402 and 429 of a POST: how many requests the account may have in flight. */
  concurrencyLimit: CONCURRENCY_LIMIT,
  /** On 200, 402 and 429 of a POST: how many more it may begin now. */
  concurrencyRemaining: CONCURRENCY_REMAINING,
} as const

/** The headers of every stream. */
export const STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
} as const

/** An API key: `prefix`, then 43 random base62 characters, then 6 base62 characters of CRC-32 over what precedes. */
export const API_KEY = { prefix: 'dr_live_', randomLength: 43, checksumLength: 6 } as const

/** What a request id made by the service begins with. */
export const REQUEST_ID_PREFIX = 'req_'

/** What a caller's own `request_id` may look like. */
export const REQUEST_ID_PATTERN = /^[A-Za-z0-9._:-]{1,128}$/

/** Names of the environment variables that the client reads. */
export const ENVIRONMENT = { apiKey: 'DEEP_RESEARCH_API_KEY', baseURL: 'DEEP_RESEARCH_BASE_URL' } as const
