import { ERRORS, type ErrorBody, type ErrorCode, HEADERS } from '@deep-research/sdk/contract'

/** A refusal as a value, which is returned and never thrown. */
export interface ApiError {
  code: ErrorCode
  message: string
  /** Whole seconds; sent as `Retry-After`. */
  retryAfterSeconds?: number
  /** The state of the account, for responses without a stream. */
  standing?: AccountHeaders
}

/** What a response says about its account. */
export interface AccountHeaders {
  /** What the request was charged. */
  charged?: number
  /** The sum of both balances. */
  balance: number
  slots: number
  freeSlots: number
}

/** The response headers about an account. */
export function accountHeaders({ charged, balance, slots, freeSlots }: AccountHeaders): Record<string, string> {
  return {
    ...(charged !== undefined && { [HEADERS.creditsCharged]: String(charged) }),
    [HEADERS.creditsRemaining]: String(balance),
    [HEADERS.concurrencyLimit]: String(slots),
    [HEADERS.concurrencyRemaining]: String(freeSlots),
  }
}

/** The HTTP response for a refusal. */
export interface ErrorResponse {
  status: number
  headers: Record<string, string>
  body: ErrorBody
}

/** Turns a refusal into its status, headers and documented body. */
export function errorResponse({ code, message, retryAfterSeconds, standing }: ApiError): ErrorResponse {
  const { status, type } = ERRORS[code]
  const headers: Record<string, string> = {
    [HEADERS.contentType]: 'application/json; charset=utf-8',
    ...(standing && accountHeaders(standing)),
  }
  if (retryAfterSeconds !== undefined) headers[HEADERS.retryAfter] = String(retryAfterSeconds)
  if (code === 'INVALID_API_KEY') headers[HEADERS.wwwAuthenticate] = 'Bearer'
  return { status, headers, body: { error: { type, code, message } } }
}

/** The same refusal for every invalid credential. */
export const invalidApiKey: ApiError = {
  code: 'INVALID_API_KEY',
  message: 'Missing or invalid API key. Send it as the X-API-Key header, or as Authorization: Bearer <key>.',
}

/** The refusal for an address that sent too many invalid credentials. */
export function tooManyFailures(retryAfterSeconds: number): ApiError {
  return {
    code: 'RATE_LIMIT_EXCEEDED',
    message: 'Too many requests from this address carried no valid API key. Correct the key before retrying.',
    retryAfterSeconds,
  }
}

export const notFound: ApiError = {
  code: 'NOT_FOUND',
  message:
    'Not found. To start research, send POST /v1/research; to look up a request, send GET /v1/research/<X-Request-Id>.',
}

/** The request has ended, but how it ended is no longer stored. */
export const noLongerKept: ApiError = {
  code: 'NOT_FOUND',
  message:
    'The request has ended, and its result is no longer kept. Send the question again, with a new Idempotency-Key if you use one.',
}

/** After so many seconds a restart or a short outage is probably over. */
const RETRY_SOON = 5

/** A fault of the service before a stream starts. It reveals nothing internal. */
export const backendUnreachable: ApiError = {
  code: 'PROXY_ERROR',
  message: 'The research backend could not be reached. The request cost nothing; try again later.',
  retryAfterSeconds: RETRY_SOON,
}

/** The request runs in another process, or its end is not stored yet. */
export const outOfReach: ApiError = {
  code: 'PROXY_ERROR',
  message: 'The request cannot be reached right now. Nothing was charged for this call; try again shortly.',
  retryAfterSeconds: RETRY_SOON,
}

/** The service is about to stop. */
export const draining: ApiError = {
  code: 'PROXY_ERROR',
  message: 'The service is restarting. The request cost nothing; try again shortly.',
  retryAfterSeconds: RETRY_SOON,
}

/** The refusal of an invalid body or header. */
export function invalidRequest(message: string): ApiError {
  return { code: 'INVALID_REQUEST', message }
}
