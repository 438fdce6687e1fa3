import {
  ERRORS,
  type ErrorCode,
  HEADERS,
  LIMITS,
  REASONING_LEVELS,
  RESEARCH_PATH,
  TIERS,
} from '@deep-research/sdk/contract'
import { type CodeSample, codeSamples } from './code-samples.ts'
import { SAMPLE_REQUEST, SAMPLE_RETRIEVED, sampleError, sampleStream } from './samples.ts'
import { type JsonSchema, namedSchemas, refTo } from './schemas.ts'

/** The parts of OpenAPI 3.0 that the description uses. */
export interface OpenApi {
  openapi: string
  info: { title: string; version: string; description: string }
  servers: { url: string }[]
  security: Record<string, string[]>[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, JsonSchema>; securitySchemes: Record<string, SecurityScheme> }
}

export interface Operation {
  operationId: string
  /** The only tag; generators name their class after it. */
  tags: ['Research']
  summary: string
  description: string
  parameters: Parameter[]
  requestBody?: { required: boolean; description: string; content: Content }
  responses: Record<string, Response>
  'x-codeSamples': CodeSample[]
}

export interface Parameter {
  name: string
  in: 'header' | 'path'
  required: boolean
  description: string
  schema: JsonSchema
}

export interface Response {
  description: string
  headers?: Record<string, { description: string; schema: JsonSchema }>
  content?: Content
}

type Examples = Record<string, { summary: string; value: unknown }>
type Content = Record<string, { schema: { $ref: string }; example?: unknown; examples?: Examples }>
type SecurityScheme = { description: string } & (
  | { type: 'apiKey'; in: 'header'; name: string }
  | { type: 'http'; scheme: 'bearer' }
)

const KEY = 'A key of an account, which begins with `dr_live_`. Keep it on a backend, never in a page or an app.'

const tags: Operation['tags'] = ['Research']
const text: JsonSchema = { type: 'string' }
const wholeNumber: JsonSchema = { type: 'integer', minimum: 0 }

const requestId = { 'X-Request-Id': { description: 'The service’s own id of the request.', schema: text } }
const retryAfter = { 'Retry-After': { description: 'Whole seconds, at least 1.', schema: wholeNumber } }

const accountState = {
  'X-Credits-Remaining': {
    description: 'Credits that the account has left, the sum of both balances.',
    schema: wholeNumber,
  },
  'X-Concurrency-Limit': { description: 'Requests that the account may run at once.', schema: wholeNumber },
  'X-Concurrency-Remaining': { description: 'How many more it may start now.', schema: wholeNumber },
}
const charged = { 'X-Credits-Charged': { description: 'Credits that the request was charged.', schema: wholeNumber } }

/** The headers of a refusal in addition to the request id. */
const REFUSAL_HEADERS: Record<number, Response['headers']> = {
  402: { ...retryAfter, ...accountState },
  429: { ...retryAfter, ...accountState },
  502: retryAfter,
}

const WHEN: Record<ErrorCode, string> = {
  MISSING_QUERY: '`query` is missing or empty',
  QUERY_EXCEEDS_MAX_LENGTH: `\`query\` is longer than ${LIMITS.queryCodePoints} characters`,
  INVALID_REASONING_LEVEL: '`reasoning_level` is not `low`, `medium` or `high`',
  INVALID_REQUEST: 'the body or a header is invalid; the message names the field and says what it accepts',
  INVALID_API_KEY: 'the key is missing, malformed, unknown, revoked or expired, or its account is suspended',
  INSUFFICIENT_CREDITS:
    'the balance, or the rest of the key’s budget or of the account’s spending limit, does not cover the request; `Retry-After` is the time until the next renewal',
  NOT_FOUND: 'the path does not exist, or the request is not one of this account’s or is no longer kept',
  RATE_LIMIT_EXCEEDED: 'the account already runs as many requests as its tier allows; `Retry-After` is an estimate',
  PROXY_ERROR: 'the research could not be started; nothing was charged',
}

const levels = Object.entries(REASONING_LEVELS)
  .map(([level, { maxIterations, credits }]) => `\`${level}\` up to ${maxIterations} iterations, ${credits} credits`)
  .join('; ')
const tiers = Object.entries(TIERS)
  .map(([tier, { maxConcurrent }]) => `${tier} ${maxConcurrent}`)
  .join(', ')

/** Describes the service for programs with the contract's schemas, in OpenAPI 3.0, which every generator reads. */
export function describeApi(): OpenApi {
  return {
    openapi: '3.0.3',
    info: {
      title: 'Deep Research',
      version: '1',
      description: `Send a question and receive a cited answer as a stream. Levels: ${levels}. Concurrent requests by tier: ${tiers}.`,
    },
    servers: [{ url: '/' }],
    security: [{ apiKey: [] }, { bearer: [] }],
    tags: [{ name: 'Research', description: 'Research questions, and what became of them.' }],
    paths: {
      [RESEARCH_PATH]: { post: research(), delete: cancelNamed() },
      [`${RESEARCH_PATH}/{id}`]: { get: retrieve(), delete: cancel() },
    },
    components: {
      schemas: namedSchemas(),
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: `${KEY} Send it as \`X-API-Key\`.` },
        bearer: { type: 'http', scheme: 'bearer', description: 'The same key as `Authorization: Bearer <key>`.' },
      },
    },
  }
}

function research(): Operation {
  const codes = Object.keys(ERRORS) as ErrorCode[]
  return {
    operationId: 'research',
    tags,
    summary: 'Research a question',
    description:
      'The response is a stream of Server-Sent Events with one JSON envelope per `data:` line. It ends with `research.completed` and `data: [DONE]`, or with `research.failed`.',
    parameters: [
      header(
        HEADERS.idempotencyKey,
        'Names one attempt: within 24 hours the same key and body lead to the same request, which is charged once.',
        {
          ...text,
          minLength: 1,
          maxLength: LIMITS.idempotencyKeyLength,
        },
      ),
      header(
        HEADERS.resume,
        'Resumes a stream that broke off: the `X-Request-Id` of its first response. The body is then ignored.',
        text,
      ),
      header(
        HEADERS.detached,
        '`true`: the research goes on when nobody reads it, until its time limit. Hang up when you have the response’s head.',
        text,
      ),
      header(HEADERS.lastEventId, 'With `X-Research-Resume`: how many envelopes you have received.', wholeNumber),
    ],
    requestBody: {
      required: false,
      description: 'Required, except when a stream is resumed; then it is ignored.',
      content: { 'application/json': { schema: refTo('ResearchRequest'), example: SAMPLE_REQUEST } },
    },
    responses: {
      200: {
        description: 'The stream.',
        headers: {
          ...requestId,
          ...charged,
          ...accountState,
          'X-Research-Detached': { description: '`true` if the research goes on when nobody reads it.', schema: text },
          'X-Research-Resumable': { description: '`true` if the stream can be resumed.', schema: text },
        },
        content: { 'text/event-stream': { schema: refTo('ResearchEvent'), examples: STREAMS } },
      },
      ...refusals(codes),
    },
    'x-codeSamples': codeSamples('research'),
  }
}

const STREAMS: Examples = {
  completed: { summary: 'Research that succeeds', value: sampleStream('research.completed') },
  failed: { summary: 'Research that fails', value: sampleStream('research.failed') },
}

const byId: Parameter = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'The `X-Request-Id` of the response.',
  schema: text,
}

const cancelling = {
  description:
    'Frees its slot at once; the credits are not refunded. A request that has already ended is left as it is.',
  responses: {
    204: { description: 'It has ended.', headers: requestId },
    ...refusals(['INVALID_API_KEY', 'NOT_FOUND', 'RATE_LIMIT_EXCEEDED', 'PROXY_ERROR']),
  },
}

function cancel(): Operation {
  return {
    operationId: 'cancel',
    tags,
    summary: 'Cancel a request',
    ...cancelling,
    parameters: [byId],
    'x-codeSamples': codeSamples('cancel'),
  }
}

function cancelNamed(): Operation {
  const name = header(HEADERS.idempotencyKey, 'The `Idempotency-Key` that was sent with the request.', text)
  return {
    operationId: 'cancelNamed',
    tags,
    summary: 'Cancel by Idempotency-Key',
    ...cancelling,
    parameters: [{ ...name, required: true }],
    'x-codeSamples': codeSamples('cancelNamed'),
  }
}

function retrieve(): Operation {
  return {
    operationId: 'retrieve',
    tags,
    summary: 'Retrieve a request',
    description: 'Its status and, for as long as the service keeps it, its result or error.',
    parameters: [byId],
    responses: {
      200: {
        description: 'The request. While it is running, `Retry-After` says when to ask again.',
        headers: { ...requestId, ...retryAfter },
        content: { 'application/json': { schema: refTo('RetrievedResearch'), example: SAMPLE_RETRIEVED } },
      },
      ...refusals(['INVALID_API_KEY', 'NOT_FOUND', 'RATE_LIMIT_EXCEEDED', 'PROXY_ERROR']),
    },
    'x-codeSamples': codeSamples('retrieve'),
  }
}

function header(name: string, description: string, schema: JsonSchema): Parameter {
  return { name, in: 'header', required: false, description, schema }
}

/** Refusals by status, each with the meaning of its codes. */
function refusals(codes: readonly ErrorCode[]): Record<string, Response> {
  const statuses = Map.groupBy(codes, (code) => ERRORS[code].status)
  return Object.fromEntries(
    [...statuses].map(([status, own]) => [
      status,
      {
        description: own.map((code) => `\`${code}\`: ${WHEN[code]}.`).join(' '),
        headers: { ...requestId, ...REFUSAL_HEADERS[status] },
        content: { 'application/json': { schema: refTo('Error'), examples: errorExamples(own) } },
      },
    ]),
  )
}

function errorExamples(codes: readonly ErrorCode[]): Examples {
  return Object.fromEntries(codes.map((code) => [code, { summary: WHEN[code], value: sampleError(code) }]))
}
