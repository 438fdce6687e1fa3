import { HEADERS, LIMITS, REQUEST_ID_PREFIX } from '@deep-research/sdk/contract'
import { type ApiError, invalidRequest } from './api-error.ts'

/** How to resume an earlier request. */
export interface Resumption {
  /** The service's own id of the request. */
  id: string
  /** How many of its envelopes the client has received. */
  after: number
}

type Headers = Record<string, string | string[] | undefined>

/** Reads the headers that make a POST a resumption; undefined if they are missing. */
export function readResumption(headers: Headers): Resumption | { error: ApiError } | undefined {
  const id = headers[HEADERS.resume]
  const after = headers[HEADERS.lastEventId] ?? '0'
  if (id === undefined) return undefined
  if (typeof after !== 'string' || !/^\d{1,9}$/.test(after)) {
    return { error: invalidRequest('Last-Event-ID must be the number of envelopes that you have received.') }
  }
  return { id: String(id), after: Number(after) }
}

/** Whether the research is to go on when nobody reads it. */
export function readDetached(headers: Headers): boolean {
  return headers[HEADERS.detached] === 'true'
}

/** Reads the idempotency key; undefined if the header is missing. */
export function readIdempotencyKey(headers: Headers): { key: string | undefined } | { error: ApiError } {
  const key = headers[HEADERS.idempotencyKey]
  if (key === undefined || (typeof key === 'string' && isVisible(key))) return { key }
  return {
    error: invalidRequest(`Idempotency-Key must be 1 to ${LIMITS.idempotencyKeyLength} visible ASCII characters.`),
  }
}

/** Whether a text can be an id of this service; anything else is not looked up. */
export function isServerRequestId(text: string): boolean {
  return text.startsWith(REQUEST_ID_PREFIX) && /^[0-9a-f]{32}$/.test(text.slice(REQUEST_ID_PREFIX.length))
}

function isVisible(text: string): boolean {
  return text.length <= LIMITS.idempotencyKeyLength && /^[\x21-\x7e]+$/.test(text)
}
