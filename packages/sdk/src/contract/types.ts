/**
 * The wire contract as TypeScript types: what a client and a deep-research service exchange. Names are those of the
 * wire (snake_case). Types that a server sends have an index signature only where the specification leaves the fields
 * open; a reader must tolerate further fields everywhere.
 */

/** How thorough a request is: it sets the largest number of iterations and the credits charged. */
export type ReasoningLevel = 'low' | 'medium' | 'high'

/** An account's tier, which sets how many requests it may run at once. */
export type Tier = 'free' | 'pro' | 'scale'

/** The kind of publication of a source. A server may send any other string. */
export type SourceType = 'web' | 'paper' | 'book' | 'news' | 'document' | 'dataset' | 'other'

/** Which optional events the stream includes. */
export interface ResearchOptions {
  /** Send `research.thinking.delta` events. Default: false. */
  include_thinking?: boolean | undefined
  /** Send tool-call events, and include the records of the calls in the result. Default: false. */
  include_tool_calls?: boolean | undefined
}

/** The body of `POST /v1/research`. */
export interface ResearchRequest {
  /** The question or topic: 1 to 10,000 Unicode code points, not only white space. */
  query: string
  /** Default: `medium`. */
  reasoning_level?: ReasoningLevel | undefined
  /** Which optional events the stream includes. Default: none. */
  options?: ResearchOptions | undefined
  /**
   * The caller's correlation id, echoed in every event: 1 to 128 characters of `A-Z a-z 0-9 . _ : -`. Need not be
   * unique.
   */
  request_id?: string | undefined
  /** The caller's own notes, echoed in the last event: up to 16 keys of 1 to 64 characters, values of up to 512. */
  metadata?: Record<string, string> | undefined
}

/** A piece of text. */
export interface DeltaData {
  /** The text itself. Those of all deltas joined are the whole. */
  content: string
  /** 0, 1, 2 … for each event type within a request. */
  sequence: number
}

/** A tool call that begins. */
export interface ToolCallStartedData {
  /** Names the call within the request. */
  tool_call_id: string
  /** The name of the tool, such as `search`. */
  name: string
  /** What the tool is called with. */
  arguments: Record<string, unknown>
  /** The iteration that made the call, counted from 1. */
  iteration: number
}

/** A tool call that has ended. */
export interface ToolCallRecord {
  /** The call that has ended. */
  tool_call_id: string
  /** The name of the tool, such as `search`. */
  name: string
  /** Whether the call succeeded. */
  status: 'ok' | 'error'
  /** Milliseconds. */
  duration_ms: number
  /** What the tool returned. */
  result: Record<string, unknown>
  /** Present only if `status` is `error`. */
  error?: { message: string } | undefined
}

/** A passage of a source. Offsets are UTF-16 code units of the source's extracted text; the end is exclusive. */
export interface SourceAnchor {
  /** The passage of the source, word for word. */
  quote: string
  /** Where the passage begins in the source's text, in UTF-16 code units. */
  source_start_offset: number
  /** Where it ends, exclusive. */
  source_end_offset: number
  /** 0 to 1; 1 means that the claim repeats the passage word for word. */
  score: number
  /** The page of a printed source on which the passage begins, from 1 on. An extension; left out if there is none. */
  page?: number | undefined
}

/** A document that a citation names. */
export interface Source {
  /** The title of the source. */
  title: string
  /** The address of the source. Only `http` and `https` can be linked to. */
  url: string
  /** A passage that shows what the source is about. */
  snippet: string
  /** Left out if unknown. */
  authors?: string[] | undefined
  /** Left out if unknown. */
  year?: number | undefined
  /** The kind of publication; a server may send any string. */
  source_type: SourceType | (string & {})
  /** The DOI of a publication, such as `10.1000/182`. This is an extension of the specification: left out if unknown. */
  doi?: string | undefined
}

/**
 * How a citation was checked. This is an extension of the specification: a service may leave it out, and `verified` can
 * be relied on without it.
 */
export interface CitationVerification {
  /**
   * `verbatim`: the cited text stands at the anchor word for word. `lexical`: its words were compared. `judge`: a model
   * judged it, and quoted a sentence of the source that was found.
   */
  method: 'verbatim' | 'lexical' | 'judge' | (string & {})
  /** What was compared, and how it came out. */
  checks: {
    /** 0 to 1: the share of the cited text's meaningful words found at the anchor or beside it. */
    coverage: number
    /** Whether all of its numbers, amounts, percentages and dates were found. */
    numbers: boolean
    /** Whether all of its names were found. */
    entities: boolean
    /** Whether text and source agree in what they deny, and the text claims no more than the source. */
    polarity: boolean
  }
}

/** A cited claim. `start_offset` and `end_offset` are UTF-16 code units of `answer_clean`; the end is exclusive. */
export interface Citation {
  /** The `id` of the cite tag in `answer`. */
  id: string
  /** The text of the claim, without tags. */
  cited_text: string
  /** Where the claim begins in `answer_clean`, in UTF-16 code units. */
  start_offset: number
  /** Where it ends, exclusive. */
  end_offset: number
  /**
   * Whether the cited text was found at the anchor and passed the service's checks. This does not mean that the claim
   * is true.
   */
  verified: boolean
  /** The words of the source that bear the claim out. */
  supporting_quote: string
  /** Where these words stand. */
  source_anchor: SourceAnchor
  /** The source that they stand in. */
  source: Source
  /** What `verified` is based on, if the server says so. */
  verification?: CitationVerification | undefined
}

/** A source in a summary, which may have nothing but a title and a URL. */
export interface SummarySource extends Pick<Source, 'title' | 'url' | 'authors' | 'year' | 'doi'> {
  /** A passage that shows what the source is about. */
  snippet?: string | undefined
  /** The kind of publication. */
  source_type?: Source['source_type'] | undefined
}

/** A source, and the citations that name it. */
export interface SourceSummary {
  /** The source itself. */
  source: SummarySource
  /** The citations of this source, in the order of the answer. */
  citation_ids: string[]
  /** How many citations it has. */
  citation_count: number
}

/** What a research has used. */
export interface Usage {
  /** How many rounds of searching and reading there were. */
  iterations: number
  /** How many tool calls there were. */
  tool_calls: number
  /** How many sources the answer cites. */
  sources_cited: number
  /** An estimate of the tokens spent on thinking. */
  thinking_tokens: number
  /** An estimate of the tokens of the answer. */
  answer_tokens: number
  /** An estimate of all tokens. */
  total_tokens: number
  /** How long the research took, in milliseconds. */
  latency_ms: number
  /** The steps that were done in a simpler way than configured, and why. An extension; left out if there are none. */
  degraded?: { step: string; reason: string }[] | undefined
  /**
   * The number of sentences that state something without a citation. An extension; left out if no model wrote the
   * answer.
   */
  uncited_sentences?: number | undefined
  /**
   * The number of files of the searched collection that could not be read. An extension; left out if there are none.
   */
  unread_files?: number | undefined
}

/** The data of `research.completed`. */
export interface ResearchResult {
  /** The answer with inline tags of the form `<cite id="cite_1">…</cite>`. */
  answer: string
  /** The answer without tags. The offsets of citations refer to it. */
  answer_clean: string
  /** One for each claim, in the order of the answer. */
  citations: Citation[]
  /** One entry for each source URL, the most cited first. */
  sources_summary: SourceSummary[]
  /** What the research took. */
  usage: Usage
  /** The completed calls in order; present only with `include_tool_calls`. */
  tool_calls?: ToolCallRecord[] | undefined
  /** Present only if the request had it. */
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

/** Codes of `research.failed`, after a stream started. */
export type FailureCode =
  | 'PROXY_ERROR'
  | 'RESEARCH_FAILED'
  | 'RESEARCH_TIMEOUT'
  | 'SERVER_SHUTTING_DOWN'
  | 'SERVER_RESTARTED'

/** The kinds of HTTP errors; `code` says which one of its kind it is. */
export type ErrorType =
  | 'invalid_request_error'
  | 'authentication_error'
  | 'insufficient_credits_error'
  | 'not_found_error'
  | 'rate_limit_error'
  | 'proxy_error'

/** The body of every HTTP error. */
export interface ErrorBody {
  /** What is wrong, for programs and for people. */
  error: { type: ErrorType; code: ErrorCode; message: string }
}

/** The data of `research.failed`. */
export interface ResearchFailedData {
  /** Why the research failed, for programs and for people. */
  error: { type: string; code: FailureCode | (string & {}); message: string }
  /** What it had taken by then. */
  usage?: Usage | undefined
  /** Present only if the request had it. */
  metadata?: Record<string, string> | undefined
}

/** The status of a request: running, or one of three ways in which it ended. */
export type ResearchStatus = 'running' | 'completed' | 'failed' | 'cancelled'

/** The response to `GET /v1/research/<request id>`: an extension of the specification. */
export interface RetrievedResearch {
  /** The service's own id of the request, as in `X-Request-Id`. */
  request_id: string
  /** Present only if the request had a `request_id` of the caller's own. */
  client_request_id?: string | undefined
  /** How far the request is. */
  status: ResearchStatus
  /** How thoroughly it was asked for. */
  reasoning_level: ReasoningLevel
  /** The credits that the request was charged. */
  credits: number
  /** When the request was sent: ISO 8601, UTC, with milliseconds. */
  created_at: string
  /** When it ended: ISO 8601, UTC, with milliseconds. Present only if it has ended. */
  ended_at?: string | undefined
  /**
   * The data of `research.completed`. Present only if `status` is `completed`, and for as long as the service keeps it.
   */
  result?: ResearchResult | undefined
  /** The error of `research.failed`. Present only if `status` is `failed`, and for as long as the service keeps it. */
  error?: ResearchFailedData['error'] | undefined
}
