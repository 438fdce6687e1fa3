import { ERRORS, type ErrorBody, type ErrorCode, HEADERS } from '@deep-research/sdk/contract'

/** A refusal, as a value: it is returned, never thrown. */
export interface ApiError {
  code: ErrorCode
  message: string
  /** Whole seconds; sent as `Retry-After`. */
  retryAfterSeconds?: number
}

/** What answers a refused request. */
export interface ErrorResponse {
  status: number
  headers: Record<string, string>
  body: ErrorBody
}

/** Turns a refusal into status, headers and the documented body. */
export function errorResponse({ code, message, retryAfterSeconds }: ApiError): ErrorResponse {
  const { status, type } = ERRORS[code]
  const headers: Record<string, string> = { [HEADERS.contentType]: 'application/json; charset=utf-8' }
  if (retryAfterSeconds !== undefined) headers[HEADERS.retryAfter] = String(retryAfterSeconds)
  if (code === 'INVALID_API_KEY') headers[HEADERS.wwwAuthenticate] = 'Bearer'
  return { status, headers, body: { error: { type, code, message } } }
}

/** The one answer to every credential that does not open an account. */
export const invalidApiKey: ApiError = {
  code: 'INVALID_API_KEY',
  message: 'Missing or invalid API key. Send it as the X-API-Key header, or as Authorization: Bearer <key>.',
}

/** The answer to an address that sent too many such credentials. */
export function tooManyFailures(retryAfterSeconds: number): ApiError {
  return {
    code: 'RATE_LIMIT_EXCEEDED',
    message: 'Too many requests from this address carried no valid API key. Correct the key before retrying.',
    retryAfterSeconds,
  }
}

/** Seconds after which a restart or a short outage is likely to be over. */
const RETRY_SOON = 5

export const notFound: ApiError = {
  code: 'NOT_FOUND',
  message: 'There is nothing here. The research endpoint is POST /v1/research.',
}

/** A fault of the service before a stream starts. Says nothing of its inside. */
export const backendUnreachable: ApiError = {
  code: 'PROXY_ERROR',
  message: 'The research backend could not be reached. The request cost nothing; try again later.',
  retryAfterSeconds: RETRY_SOON,
}

/** The service is about to stop. */
export const draining: ApiError = {
  code: 'PROXY_ERROR',
  message: 'The service is restarting. The request cost nothing; try again shortly.',
  retryAfterSeconds: RETRY_SOON,
}

/** A body that the service does not take. */
export function invalidRequest(message: string): ApiError {
  return { code: 'INVALID_REQUEST', message }
}
