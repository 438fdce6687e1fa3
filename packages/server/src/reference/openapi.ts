import {
  ERRORS,
  type ErrorCode,
  HEADERS,
  LIMITS,
  REASONING_LEVELS,
  RESEARCH_PATH,
  TIERS,
} from '@deep-research/sdk/contract'
import { type JsonSchema, namedSchemas, refTo } from './schemas.ts'

/** What of OpenAPI 3.0 the service's description uses. */
export interface OpenApi {
  openapi: string
  info: { title: string; version: string; description: string }
  servers: { url: string }[]
  security: Record<string, string[]>[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, JsonSchema>; securitySchemes: Record<string, SecurityScheme> }
}

export interface Operation {
  operationId: string
  /** The one group there is: generators name their class by it. */
  tags: ['Research']
  summary: string
  description: string
  parameters: Parameter[]
  requestBody?: { required: boolean; description: string; content: Content }
  responses: Record<string, Response>
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

type Content = Record<string, { schema: { $ref: string }; example?: unknown }>
type SecurityScheme = { type: 'apiKey'; in: 'header'; name: string } | { type: 'http'; scheme: 'bearer' }

const tags: Operation['tags'] = ['Research']
const text: JsonSchema = { type: 'string' }
const wholeNumber: JsonSchema = { type: 'integer', minimum: 0 }

const requestId = { 'X-Request-Id': { description: 'The service’s own id of the request.', schema: text } }
const retryAfter = { 'Retry-After': { description: 'Whole seconds, at least 1.', schema: wholeNumber } }

const accountState = {
  'X-Credits-Remaining': { description: 'Credits that the account has left.', schema: wholeNumber },
  'X-Concurrency-Limit': { description: 'Requests that the account may run at once.', schema: wholeNumber },
  'X-Concurrency-Remaining': { description: 'How many more it may run now.', schema: wholeNumber },
}
const charged = { 'X-Credits-Charged': { description: 'Credits that the request was charged.', schema: wholeNumber } }

/** Headers of a refusal beside the request’s id. */
const REFUSAL_HEADERS: Record<number, Response['headers']> = {
  402: { ...retryAfter, ...accountState },
  429: { ...retryAfter, ...accountState },
  502: retryAfter,
}

const WHEN: Record<ErrorCode, string> = {
  MISSING_QUERY: '`query` is missing or empty',
  QUERY_EXCEEDS_MAX_LENGTH: `\`query\` is longer than ${LIMITS.queryCodePoints} characters`,
  INVALID_REASONING_LEVEL: '`reasoning_level` is none of those there are',
  INVALID_REQUEST: 'the body or a header is not what the service takes; the message names it',
  INVALID_API_KEY: 'the key is missing, malformed, unknown, revoked or expired, or its account is suspended',
  INSUFFICIENT_CREDITS:
    'the balance, or what is left of the budget of the key, does not cover the request; `Retry-After` is the time to the next renewal',
  NOT_FOUND: 'there is nothing here, or nothing of this account',
  RATE_LIMIT_EXCEEDED: 'too many requests of the account are running; `Retry-After` is an estimate',
  PROXY_ERROR: 'the research could not be started; nothing was charged',
}

const levels = Object.entries(REASONING_LEVELS)
  .map(([level, { maxIterations, credits }]) => `\`${level}\` up to ${maxIterations} iterations, ${credits} credits`)
  .join('; ')
const tiers = Object.entries(TIERS)
  .map(([tier, { maxConcurrent }]) => `${tier} ${maxConcurrent}`)
  .join(', ')

/**
 * The service's description for programs, its schemas those of the contract. OpenAPI 3.0, as every generator reads it.
 */
export function describeApi(): OpenApi {
  return {
    openapi: '3.0.3',
    info: {
      title: 'Deep Research',
      version: '1',
      description: `A question goes in; a cited answer streams out. Levels: ${levels}. Requests of an account at once: ${tiers}.`,
    },
    servers: [{ url: '/' }],
    security: [{ apiKey: [] }, { bearer: [] }],
    paths: {
      [RESEARCH_PATH]: { post: research(), delete: cancelNamed() },
      [`${RESEARCH_PATH}/{id}`]: { get: retrieve(), delete: cancel() },
    },
    components: {
      schemas: namedSchemas(),
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
        bearer: { type: 'http', scheme: 'bearer' },
      },
    },
  }
}

function research(): Operation {
  const example = { query: 'How old do corals get?', reasoning_level: 'low' }
  const codes = Object.keys(ERRORS) as ErrorCode[]
  return {
    operationId: 'research',
    tags,
    summary: 'Research a question',
    description:
      'The answer is a stream of Server-Sent Events, one JSON envelope a `data:` line. It ends with `research.completed` and `data: [DONE]`, or with `research.failed`.',
    parameters: [
      header(
        HEADERS.idempotencyKey,
        'Names one attempt: the same key and body within 24 hours lead to the same request, charged once.',
        {
          ...text,
          minLength: 1,
          maxLength: LIMITS.idempotencyKeyLength,
        },
      ),
      header(
        HEADERS.resume,
        'Goes on with a stream that broke off: the `X-Request-Id` of its first response. The body is not looked at then.',
        text,
      ),
      header(HEADERS.lastEventId, 'With `X-Research-Resume`: how many envelopes have arrived.', wholeNumber),
    ],
    requestBody: {
      required: false,
      description: 'Needed but for a resume, which does not look at it.',
      content: { 'application/json': { schema: refTo('ResearchRequest'), example } },
    },
    responses: {
      200: {
        description: 'The stream.',
        headers: {
          ...requestId,
          ...charged,
          ...accountState,
          'X-Research-Resumable': { description: '`true` where the stream can be resumed.', schema: text },
        },
        content: { 'text/event-stream': { schema: refTo('ResearchEvent') } },
      },
      ...refusals(codes),
    },
  }
}

const byId: Parameter = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'The `X-Request-Id` of the response.',
  schema: text,
}

const cancelling = {
  description: 'Its slot is free at once; the credits are not given back. A request that has ended is left as it is.',
  responses: {
    204: { description: 'It has ended.', headers: requestId },
    ...refusals(['INVALID_API_KEY', 'NOT_FOUND', 'RATE_LIMIT_EXCEEDED', 'PROXY_ERROR']),
  },
}

function cancel(): Operation {
  return { operationId: 'cancel', tags, summary: 'Cancel a request', ...cancelling, parameters: [byId] }
}

function cancelNamed(): Operation {
  const name = header(HEADERS.idempotencyKey, 'The name that the attempt was given.', text)
  return {
    operationId: 'cancelNamed',
    tags,
    summary: 'Cancel the request that an Idempotency-Key names',
    ...cancelling,
    parameters: [{ ...name, required: true }],
  }
}

function retrieve(): Operation {
  return {
    operationId: 'retrieve',
    tags,
    summary: 'Look at a request',
    description: 'How it stands, and what came of it as long as the service keeps that.',
    parameters: [byId],
    responses: {
      200: {
        description: 'The request.',
        headers: requestId,
        content: { 'application/json': { schema: refTo('RetrievedResearch') } },
      },
      ...refusals(['INVALID_API_KEY', 'NOT_FOUND', 'RATE_LIMIT_EXCEEDED', 'PROXY_ERROR']),
    },
  }
}

function header(name: string, description: string, schema: JsonSchema): Parameter {
  return { name, in: 'header', required: false, description, schema }
}

/** Refusals by status, each with what its codes mean. */
function refusals(codes: readonly ErrorCode[]): Record<string, Response> {
  const statuses = Map.groupBy(codes, (code) => ERRORS[code].status)
  return Object.fromEntries(
    [...statuses].map(([status, own]) => [
      status,
      {
        description: own.map((code) => `\`${code}\`: ${WHEN[code]}.`).join(' '),
        headers: { ...requestId, ...REFUSAL_HEADERS[status] },
        content: { 'application/json': { schema: refTo('Error') } },
      },
    ]),
  )
}
