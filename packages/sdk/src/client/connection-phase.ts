import type { ConnectionPhase } from './errors.ts'

/** Failures of Node, Bun and undici that can only happen before a request is on its way. */
const BEFORE_SENDING = new Set([
  'ConnectionRefused',
  'EADDRNOTAVAIL',
  'EAI_AGAIN',
  'EAI_FAIL',
  'ECONNREFUSED',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
  'ENOTFOUND',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'FailedToOpenSocket',
  'UND_ERR_CONNECT_TIMEOUT',
])

const CONNECTING = new Set(['connect', 'getaddrinfo'])

/** Deno and Node say these in words only; a bad port is one that fetch may not use. */
const IN_WORDS = /^bad port$|client error \(Connect\)|dns error|before secure TLS connection was established/

const MAX_DEPTH = 4

function isBeforeSending(error: unknown, depth: number): boolean {
  if (!(error instanceof Error) || depth > MAX_DEPTH) return false
  const { code, syscall } = error as { code?: unknown; syscall?: unknown }
  if (typeof code === 'string' && BEFORE_SENDING.has(code)) return true
  if (typeof syscall === 'string' && CONNECTING.has(syscall)) return true
  if (IN_WORDS.test(error.message)) return true
  // One address refusing is not enough where another may have taken the request.
  const tried: readonly unknown[] = error instanceof AggregateError ? error.errors : []
  if (tried.length > 0) return tried.every((each) => isBeforeSending(each, depth + 1))
  return isBeforeSending(error.cause, depth + 1)
}

/** Where a failed `fetch` failed. What is not surely before sending counts as sent: it may have cost credits. */
export function connectionPhase(error: unknown): ConnectionPhase {
  return isBeforeSending(error, 0) ? 'connect' : 'headers'
}

/** Node's own limit of waiting for headers. */
export function isHeadersTimeout(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Error && 'code' in cause && cause.code === 'UND_ERR_HEADERS_TIMEOUT'
}
