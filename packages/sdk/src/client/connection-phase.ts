import type { ConnectionPhase } from './errors.ts'

/**
 * Failures that can only happen before a request is on its way: system calls of Node, codes of Bun and undici, and
 * what Deno, Node and the proxies of undici say in words only. A bad port is one that fetch may not use.
 */
const BEFORE_SENDING =
  /^(connect$|getaddrinfo$|bad port$|ConnectionRefused|FailedToOpen|E(AI_|CONNREFUSED|NOTFOUND|RR_(TLS_CERT|SSL_WRONG_VERSION))|UND_ERR_CONNECT_T)|client error \(Connect\)|dns error|before secure TLS|when HTTP Tunneling/

function isBeforeSending(error: unknown, depth: number): boolean {
  const maxDepth = 4
  if (!(error instanceof Error) || depth > maxDepth) return false
  const { code, syscall, message, cause, errors } = error as Error & Record<'code' | 'syscall' | 'errors', unknown>
  if ([code, syscall, message].some((said) => BEFORE_SENDING.test(String(said)))) return true
  // One address refusing is not enough where another may have taken the request.
  const tried = Array.isArray(errors) && errors.length > 0 ? errors : [cause]
  return tried.every((each) => isBeforeSending(each, depth + 1))
}

/** Where a failed `fetch` failed. What is not surely before sending counts as sent: it may have cost credits. */
export function connectionPhase(error: unknown): ConnectionPhase {
  return isBeforeSending(error, 0) ? 'connect' : 'headers'
}
