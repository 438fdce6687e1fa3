import { ERRORS, type ErrorBody, type ErrorCode, HEADERS } from '@deep-research/sdk/contract'
import { checkOptions, type Kind, shown } from '#options/check-options.ts'
import type { Exchange, Scenario, WholeReply } from './scenario.ts'

const MESSAGES: Record<ErrorCode, string> = {
  MISSING_QUERY: 'query is missing or empty.',
  QUERY_EXCEEDS_MAX_LENGTH: 'query must be at most 10,000 characters.',
  INVALID_REASONING_LEVEL: 'reasoning_level must be low, medium or high.',
  INVALID_REQUEST: 'The body is not a valid research request.',
  INVALID_API_KEY: 'The API key is missing or invalid. Pass it as X-API-Key: <key> or as Authorization: Bearer <key>.',
  INSUFFICIENT_CREDITS: 'The balance is too low for this request.',
  NOT_FOUND: 'There is no such endpoint.',
  RATE_LIMIT_EXCEEDED: 'Too many concurrent requests for the tier of this account.',
  PROXY_ERROR: 'The research backend could not be reached.',
}

/**
 * A `Retry-After`: a number of seconds (valid or not), a date, a date so many milliseconds ahead, or the exact text of
 * the header.
 */
export type RetryAfter =
  | number
  | Date
  | {
      /** Milliseconds from now, sent as an HTTP date. */
      inMs: number
    }
  | string

/** The default `Retry-After`: a second until a slot is free, a day until there are credits. */
const RETRY_AFTER_SECONDS: Partial<Record<ErrorCode, number>> = { RATE_LIMIT_EXCEEDED: 1, INSUFFICIENT_CREDITS: 86_400 }

/** What the error response has besides its code. */
export interface HttpErrorOptions {
  /** Default: 1 for RATE_LIMIT_EXCEEDED, 86400 for INSUFFICIENT_CREDITS, else none. `null` leaves it out. */
  retryAfter?: RetryAfter | null
  /** Default: a sentence for each code. */
  message?: string
  /** Further headers. */
  headers?: Record<string, string>
}

function retryAfterText(value: RetryAfter, now: number): string {
  if (value instanceof Date) return value.toUTCString()
  return typeof value === 'object' ? new Date(now + value.inMs).toUTCString() : String(value)
}

const RETRY_AFTER: Kind = {
  wants: 'a number of seconds, a text, a Date, { inMs } or null',
  fits: (value) => ['number', 'string', 'object'].includes(typeof value),
}

/** What a response needs from its request. */
type Told = Pick<Exchange, 'id' | 'clock'>

/** The response for an error of the specification: its status, its body, and its headers. */
export function errorReply(code: ErrorCode, { id, clock }: Told, options: HttpErrorOptions = {}): WholeReply {
  const { status, type } = ERRORS[code]
  const body: ErrorBody = { error: { type, code, message: options.message ?? MESSAGES[code] } }
  const retryAfter = options.retryAfter === undefined ? RETRY_AFTER_SECONDS[code] : options.retryAfter
  return {
    kind: 'whole',
    status,
    headers: {
      [HEADERS.contentType]: 'application/json; charset=utf-8',
      [HEADERS.requestId]: id,
      ...(status === 401 ? { [HEADERS.wwwAuthenticate]: 'Bearer' } : {}),
      ...(retryAfter === undefined || retryAfter === null
        ? {}
        : { [HEADERS.retryAfter]: retryAfterText(retryAfter, clock.now()) }),
      ...options.headers,
    },
    body: JSON.stringify(body),
  }
}

/**
 * Refuses the request with one of the specification's HTTP errors. Earlier checks still come first: with
 * `httpError('PROXY_ERROR')`, a request without a key gets 401.
 */
export function httpError(code: ErrorCode, options: HttpErrorOptions = {}): Scenario {
  if (!Object.hasOwn(ERRORS, code)) {
    throw new TypeError(`There is no error code ${shown(code)} (known: ${Object.keys(ERRORS).join(', ')}).`)
  }
  checkOptions('httpError', options, { retryAfter: RETRY_AFTER, message: 'string', headers: 'object' })
  return { name: 'httpError', refusal: code, reply: (exchange) => errorReply(code, exchange, options) }
}
