/**
 * The wire contract as TypeScript types: what travels between a client and a deep-research service.
 * Names are the wire's own (snake_case). Types that a server sends carry an index signature only where the
 * specification leaves the fields open; a reader must tolerate further fields everywhere.
 */

/** How much work a request may cost: the ceiling of iterations and the credits charged. */
export type ReasoningLevel = 'low' | 'medium' | 'high'

/** An account's tier: how many requests it may have in flight at once. */
export type Tier = 'free' | 'pro' | 'scale'

/** What kind of publication a source is. A server may send any other string. */
export type SourceType = 'web' | 'paper' | 'book' | 'news' | 'document' | 'dataset' | 'other'

/** Which optional events the stream carries. */
export interface ResearchOptions {
  /** Send `research.thinking.delta` events. Default: false. */
  include_thinking?: boolean | undefined
  /** Send tool-call events, and the records of the calls with the result. Default: false. */
  include_tool_calls?: boolean | undefined
}

/** The body of `POST /v1/research`. */
export interface ResearchRequest {
  /** The question or topic: 1 to 10,000 Unicode code points, not only white space. */
  query: string
  /** Default: `medium`. */
  reasoning_level?: ReasoningLevel | undefined
  options?: ResearchOptions | undefined
  /** The caller's correlation id, echoed on every event: 1 to 128 of `A-Z a-z 0-9 . _ : -`. Need not be unique. */
  request_id?: string | undefined
  /** The caller's own notes, echoed on the last event: up to 16 keys of 1 to 64 characters, values up to 512. */
  metadata?: Record<string, string> | undefined
}

/** What every event of a stream has in common. */
export interface Envelope<Type extends string, Data> {
  type: Type
  /** The caller's `request_id`, or one the service made (`req_…`). The same on every event of a stream. */
  request_id: string
  /** ISO 8601, UTC, with milliseconds. */
  timestamp: string
  data: Data
}

/** A piece of text within its kind of event. */
export interface DeltaData {
  content: string
  /** 0, 1, 2 … per event type within a request. */
  sequence: number
}

export interface ToolCallStartedData {
  tool_call_id: string
  name: string
  arguments: Record<string, unknown>
  /** The iteration that made the call, from 1. */
  iteration: number
}

export interface ToolCallRecord {
  tool_call_id: string
  name: string
  status: 'ok' | 'error'
  /** Milliseconds. */
  duration_ms: number
  result: Record<string, unknown>
  /** Only where `status` is `error`. */
  error?: { message: string } | undefined
}

/** Where a source is quoted: offsets are UTF-16 code units of the source's extracted text, the end exclusive. */
export interface SourceAnchor {
  quote: string
  source_start_offset: number
  source_end_offset: number
  /** 0 to 1; 1 means that the claim repeats the source word for word. */
  score: number
}

export interface Source {
  title: string
  url: string
  snippet: string
  /** Left out where unknown. */
  authors?: string[] | undefined
  /** Left out where unknown. */
  year?: number | undefined
  source_type: SourceType | (string & {})
}

/**
 * How a citation was checked. An extension: the specification does not have it, a service may leave it out, and
 * `verified` is to be relied on without it.
 */
export interface CitationVerification {
  /**
   * `verbatim`: the cited text stands at the anchor word for word. `lexical`: it was compared by its words. `judge`: a
   * model judged it, and quoted a sentence of the source that was found.
   */
  method: 'verbatim' | 'lexical' | 'judge' | (string & {})
  checks: {
    /** 0 to 1: the share of the cited text's meaningful words found at the anchor and beside it. */
    coverage: number
    /** All of its numbers, sums, shares and dates were found. */
    numbers: boolean
    /** All of its names were found. */
    entities: boolean
    /** Nothing is denied on one side only, and the cited text claims no more than the source. */
    polarity: boolean
  }
}

/** One cited claim. `start_offset` and `end_offset` are UTF-16 code units of `answer_clean`, the end exclusive. */
export interface Citation {
  /** The `id` of its cite tag in `answer`. */
  id: string
  cited_text: string
  start_offset: number
  end_offset: number
  /** The cited text was found at the anchor and passed the service's checks. It does not say that the claim is true. */
  verified: boolean
  supporting_quote: string
  source_anchor: SourceAnchor
  source: Source
  verification?: CitationVerification | undefined
}

/** A source in a summary, which may hold no more than title and URL. */
export interface SummarySource extends Pick<Source, 'title' | 'url' | 'authors' | 'year'> {
  snippet?: string | undefined
  source_type?: Source['source_type'] | undefined
}

export interface SourceSummary {
  source: SummarySource
  citation_ids: string[]
  citation_count: number
}

export interface Usage {
  iterations: number
  tool_calls: number
  sources_cited: number
  /** Estimate. */
  thinking_tokens: number
  /** Estimate. */
  answer_tokens: number
  /** Estimate. */
  total_tokens: number
  /** Milliseconds. */
  latency_ms: number
  /** What was done in a simpler way than was asked for, and why. An extension: left out where nothing was. */
  degraded?: { step: string; reason: string }[] | undefined
  /** Sentences that state something and cite nothing. An extension: left out where no model wrote the answer. */
  uncited_sentences?: number | undefined
}

/** The data of `research.completed`. */
export interface ResearchResult {
  /** The answer with inline tags of the form `<cite id="cite_1">…</cite>`. */
  answer: string
  /** The answer without its tags; the offsets of citations count in it. */
  answer_clean: string
  citations: Citation[]
  /** Sources by URL, the most cited first. */
  sources_summary: SourceSummary[]
  usage: Usage
  /** Only with `include_tool_calls`: the completed calls, in order. */
  tool_calls?: ToolCallRecord[] | undefined
  /** Only where the request carried it. */
  metadata?: Record<string, string> | undefined
}

/** Codes of HTTP errors, before a stream starts. */
export type ErrorCode =
  | 'MISSING_QUERY'
  | 'QUERY_EXCEEDS_MAX_LENGTH'
  | 'INVALID_REASONING_LEVEL'
  | 'INVALID_REQUEST'
  | 'INVALID_API_KEY'
  | 'INSUFFICIENT_CREDITS'
  | 'NOT_FOUND'
  | 'RATE_LIMIT_EXCEEDED'
  | 'PROXY_ERROR'

/** Codes of `research.failed`, after a stream has started. */
export type FailureCode =
  | 'PROXY_ERROR'
  | 'RESEARCH_FAILED'
  | 'RESEARCH_TIMEOUT'
  | 'SERVER_SHUTTING_DOWN'
  | 'SERVER_RESTARTED'

export type ErrorType =
  | 'invalid_request_error'
  | 'authentication_error'
  | 'insufficient_credits_error'
  | 'not_found_error'
  | 'rate_limit_error'
  | 'proxy_error'

/** The body of every HTTP error. */
export interface ErrorBody {
  error: { type: ErrorType; code: ErrorCode; message: string }
}

/** The data of `research.failed`. */
export interface ResearchFailedData {
  error: { type: string; code: FailureCode | (string & {}); message: string }
  usage?: Usage | undefined
  /** Only where the request carried it. */
  metadata?: Record<string, string> | undefined
}

/** What has become of a request: it runs, or it ended in one of three ways. */
export type ResearchStatus = 'running' | 'completed' | 'failed' | 'cancelled'

/** The answer to `GET /v1/research/<request id>`: an extension of the specification. */
export interface RetrievedResearch {
  /** The service's own id of the request, that of `X-Request-Id`. */
  request_id: string
  /** Only where the request carried a `request_id` of the caller's own. */
  client_request_id?: string | undefined
  status: ResearchStatus
  reasoning_level: ReasoningLevel
  /** Credits that the request was charged. */
  credits: number
  /** ISO 8601, UTC, with milliseconds. */
  created_at: string
  /** ISO 8601, UTC, with milliseconds. Only of a request that ended. */
  ended_at?: string | undefined
  /** The data of `research.completed`. Only where `status` is `completed`, and as long as the service keeps it. */
  result?: ResearchResult | undefined
  /** The error of `research.failed`. Only where `status` is `failed`, and as long as the service keeps it. */
  error?: ResearchFailedData['error'] | undefined
}

export type AnswerDeltaEvent = Envelope<'research.answer.delta', DeltaData>
export type ThinkingDeltaEvent = Envelope<'research.thinking.delta', DeltaData>
export type ToolCallStartedEvent = Envelope<'research.tool_call.started', ToolCallStartedData>
export type ToolCallCompletedEvent = Envelope<'research.tool_call.completed', ToolCallRecord>
export type ResearchCompletedEvent = Envelope<'research.completed', ResearchResult>
export type ResearchFailedEvent = Envelope<'research.failed', ResearchFailedData>

/** The six events of the specification; `event.type` tells them apart. */
export type ResearchEvent =
  | AnswerDeltaEvent
  | ThinkingDeltaEvent
  | ToolCallStartedEvent
  | ToolCallCompletedEvent
  | ResearchCompletedEvent
  | ResearchFailedEvent

export type ResearchEventType = ResearchEvent['type']
