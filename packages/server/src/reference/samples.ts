import {
  type Citation,
  type ErrorCode,
  type FailureCode,
  REASONING_LEVELS,
  type ResearchEvent,
  type ResearchResult,
  type RetrievedResearch,
  readRequest,
} from '@deep-research/sdk/contract'
import { type ApiError, backendUnreachable, errorResponse, invalidApiKey, notFound } from '#protocol/api-error.ts'
import { FAILURE_MESSAGES } from '#protocol/failures.ts'

const REQUEST_ID = 'req_01jd3v9m2kx7'
const ENVELOPE = { request_id: REQUEST_ID, timestamp: '2026-11-22T09:30:00.125Z' }
const CLAIM = 'Black corals can live for 4,000 years'
const QUOTE = 'Some black corals of the deep sea are more than 4,000 years old: black corals can live for 4,000 years.'

const source: Citation['source'] = {
  title: 'Life in the deep sea',
  url: 'https://example.org/deep-sea',
  snippet: QUOTE,
  authors: ['A. Marlow'],
  year: 2021,
  source_type: 'web',
}

/** The request of all samples. */
export const SAMPLE_REQUEST = {
  query: 'How old do corals get?',
  reasoning_level: 'low',
  options: { include_thinking: true, include_tool_calls: true },
} as const

const citation: Citation = {
  id: 'cite_1',
  cited_text: CLAIM,
  start_offset: 0,
  end_offset: CLAIM.length,
  verified: true,
  supporting_quote: QUOTE,
  source_anchor: { quote: QUOTE, source_start_offset: 0, source_end_offset: QUOTE.length, score: 0.96 },
  source,
  verification: { method: 'lexical', checks: { coverage: 1, numbers: true, entities: true, polarity: true } },
}

const record = {
  tool_call_id: 'call_1',
  name: 'search',
  status: 'ok' as const,
  duration_ms: 14,
  result: { documents: [{ title: source.title, url: source.url }] },
}

const result: ResearchResult = {
  answer: `<cite id="cite_1">${CLAIM}</cite>.`,
  answer_clean: `${CLAIM}.`,
  citations: [citation],
  sources_summary: [{ source, citation_ids: ['cite_1'], citation_count: 1 }],
  usage: {
    iterations: 1,
    tool_calls: 1,
    sources_cited: 1,
    thinking_tokens: 12,
    answer_tokens: 11,
    total_tokens: 23,
    latency_ms: 850,
  },
  tool_calls: [record],
}

const failure = (code: FailureCode) => ({ type: 'research_error', code, message: FAILURE_MESSAGES[code] })

/** One event of each type, in the order of a stream; the last two are the two ways in which a stream can end. */
export const SAMPLE_EVENTS: readonly ResearchEvent[] = [
  {
    type: 'research.thinking.delta',
    ...ENVELOPE,
    data: { content: 'Iteration 1: search for the whole question.', sequence: 0 },
  },
  {
    type: 'research.tool_call.started',
    ...ENVELOPE,
    data: {
      tool_call_id: record.tool_call_id,
      name: record.name,
      arguments: { query: SAMPLE_REQUEST.query },
      iteration: 1,
    },
  },
  { type: 'research.tool_call.completed', ...ENVELOPE, data: record },
  { type: 'research.answer.delta', ...ENVELOPE, data: { content: result.answer, sequence: 0 } },
  { type: 'research.completed', ...ENVELOPE, data: result },
  { type: 'research.failed', ...ENVELOPE, data: { error: failure('RESEARCH_FAILED'), usage: result.usage } },
]

/** The bytes of a whole stream that ends with the result, or with a failure. */
export function sampleStream(end: 'research.completed' | 'research.failed'): string {
  const last = SAMPLE_EVENTS.filter(({ type }) => type === end)
  const events = [...SAMPLE_EVENTS.slice(0, end === 'research.completed' ? -2 : 3), ...last]
  const lines = events.map((one) => `data: ${JSON.stringify(one)}\n\n`).join('')
  return `${lines}${end === 'research.completed' ? 'data: [DONE]\n\n' : ''}`
}

/** What `GET` returns for the request of the samples. */
export const SAMPLE_RETRIEVED: RetrievedResearch = {
  request_id: REQUEST_ID,
  status: 'completed',
  reasoning_level: SAMPLE_REQUEST.reasoning_level,
  credits: REASONING_LEVELS[SAMPLE_REQUEST.reasoning_level].credits,
  created_at: '2026-11-22T09:29:59.275Z',
  ended_at: '2026-11-22T09:30:00.125Z',
  result,
}

/** The body of each error as the service sends it. */
export function sampleError(code: ErrorCode): unknown {
  return errorResponse(ERRORS_AS_SENT[code]).body
}

const ERRORS_AS_SENT: Record<ErrorCode, ApiError> = {
  MISSING_QUERY: refusalOf({}),
  QUERY_EXCEEDS_MAX_LENGTH: refusalOf({ query: 'x'.repeat(10_001) }),
  INVALID_REASONING_LEVEL: refusalOf({ query: 'x', reasoning_level: 'huge' }),
  INVALID_REQUEST: refusalOf({ query: 'x', options: { include_thinking: 1 } }),
  INVALID_API_KEY: invalidApiKey,
  INSUFFICIENT_CREDITS: {
    code: 'INSUFFICIENT_CREDITS',
    message:
      'The balance of 3 credits does not cover this request. Add credits, choose a lower reasoning_level, or wait for the renewal.',
  },
  NOT_FOUND: notFound,
  RATE_LIMIT_EXCEEDED: {
    code: 'RATE_LIMIT_EXCEEDED',
    message: "The account's tier allows 1 concurrent request. Retry when a running request has ended.",
  },
  PROXY_ERROR: backendUnreachable,
}

function refusalOf(body: object): ApiError {
  const read = readRequest(Buffer.from(JSON.stringify(body)))
  if (!('refusal' in read)) throw new Error(`${JSON.stringify(body)} is a valid request`)
  return read.refusal
}
