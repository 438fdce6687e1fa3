import { HEADERS, LIMITS, REQUEST_ID_PREFIX } from '@deep-research/sdk/contract'
import { type ApiError, invalidRequest } from './api-error.ts'

/** What the headers of a POST say beside its credential and its type. */
export interface AttemptHeaders {
  /** The request to go on with, and how many of its envelopes the caller has. */
  resume: { id: string; after: number } | undefined
  idempotencyKey: string | undefined
}

type Headers = Record<string, string | string[] | undefined>

/** Reads the headers that continue or name an attempt. */
export function readAttemptHeaders(headers: Headers): AttemptHeaders | { error: ApiError } {
  const id = headers[HEADERS.resume]
  const after = headers[HEADERS.lastEventId] ?? '0'
  const idempotencyKey = headers[HEADERS.idempotencyKey]
  if (typeof idempotencyKey === 'object' || (idempotencyKey !== undefined && !isVisible(idempotencyKey))) {
    return {
      error: invalidRequest(`Idempotency-Key must be 1 to ${LIMITS.idempotencyKeyLength} visible ASCII characters.`),
    }
  }
  if (id === undefined) return { resume: undefined, idempotencyKey }
  if (typeof after !== 'string' || !/^\d{1,9}$/.test(after)) {
    return { error: invalidRequest('Last-Event-ID must be the number of envelopes that have arrived.') }
  }
  return { resume: { id: String(id), after: Number(after) }, idempotencyKey }
}

/** Whether a text can be an id that the service made; what cannot is not looked for. */
export function isServerRequestId(text: string): boolean {
  return text.startsWith(REQUEST_ID_PREFIX) && /^[0-9a-f]{32}$/.test(text.slice(REQUEST_ID_PREFIX.length))
}

function isVisible(text: string): boolean {
  return text.length <= LIMITS.idempotencyKeyLength && /^[\x21-\x7e]+$/.test(text)
}
