import {
  ERRORS,
  type ErrorCode,
  HEADERS,
  isWellFormedApiKey,
  LIMITS,
  type ResearchRequest,
} from '@deep-research/sdk/contract'
import { credentialOf } from './credential.ts'
import { parseRequest } from './parse-request.ts'

/** Why a request is refused. */
export interface Problem {
  code: ErrorCode
  message?: string
  retryAfter?: number
}

/** The request that an `Idempotency-Key` names. */
export interface Attempt {
  name: string
  body: string
}

/** A request with a valid key and body. */
export interface Accepted {
  key: string
  request: ResearchRequest
  attempt: Attempt | undefined
}

export interface Checked {
  /** The text of the body, as far as it was read. */
  text: string
  /** The key, if it is valid. */
  key?: string
  accepted?: Accepted
  problem?: Problem
}

/** The order of the checks, given by the statuses with which they refuse. */
const ORDER: readonly number[] = [404, 401, 400, 429, 402, 502]

/**
 * Whether one refusal comes before another, or at the same point, in the order of checks; `undefined` means a valid
 * request.
 */
export function comesBefore(code: ErrorCode, other: ErrorCode | undefined): boolean {
  const rank = (name: ErrorCode) => ORDER.indexOf(ERRORS[name].status)
  return other === undefined || rank(code) <= rank(other)
}

const VISIBLE = new RegExp(`^[\\x21-\\x7e]{1,${LIMITS.idempotencyKeyLength}}$`)

/** The key of a request, if it is well-formed and accepted. */
export function knownKey(headers: Headers, accepts: (key: string) => boolean): string | undefined {
  const key = credentialOf(headers)
  return key !== undefined && isWellFormedApiKey(key) && accepts(key) ? key : undefined
}

/** Makes the checks that need no account: first the credential, then the body. The body of a resume is ignored. */
export async function checkRequest(request: Request, accepts: (key: string) => boolean): Promise<Checked> {
  const key = knownKey(request.headers, accepts)
  const parsed = await parseRequest(request)
  const { text } = parsed
  if (key === undefined) return { text, problem: { code: 'INVALID_API_KEY' } }
  if (request.headers.has(HEADERS.resume)) return { text, key }
  if (!parsed.ok) return { text, key, problem: { code: parsed.code, message: parsed.message } }
  const name = request.headers.get(HEADERS.idempotencyKey)
  if (name !== null && !VISIBLE.test(name)) {
    const message = `Idempotency-Key must be 1 to ${LIMITS.idempotencyKeyLength} visible characters.`
    return { text, key, problem: { code: 'INVALID_REQUEST', message } }
  }
  const attempt = name === null ? undefined : { name, body: text }
  return { text, key, accepted: { key, request: parsed.request, attempt } }
}
