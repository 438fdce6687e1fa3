import { isError } from '#stream/is-error.ts'
import type { ConnectionPhase } from './errors.ts'

/**
 * Failures that can happen only before a request is sent: Node's system calls, codes of Bun and undici, and messages of
 * Deno, Node and undici's proxies that have no code, and what ends a TLS handshake, such as a certificate that is not
 * trusted. A bad port is one that fetch refuses to use.
 */
const BEFORE_SENDING =
  /^(connect$|getaddrinfo$|bad port$|ConnectionRefused|FailedToOpen|(DEPTH_ZERO_)?SELF_SIGNED_CERT|UNABLE_TO_|CERT_|E(AI_|CONNREFUSED|NOTFOUND|RR_(TLS_CERT|SSL_(WRONG_VERSION|\w*ALERT)))|UND_ERR_CONNECT_T)|client error \(Connect\)|dns error|before secure TLS|when HTTP Tunneling/

function isBeforeSending(error: unknown, depth: number): boolean {
  const maxDepth = 4
  if (!isError(error) || depth > maxDepth) return false
  const { code, syscall, message, cause, errors } = error as Error & Record<'code' | 'syscall' | 'errors', unknown>
  if ([code, syscall, message].some((said) => BEFORE_SENDING.test(String(said)))) return true
  // If one address refuses the connection, another may still have received the request.
  const tried = Array.isArray(errors) && errors.length > 0 ? errors : [cause]
  return tried.every((each) => isBeforeSending(each, depth + 1))
}

/**
 * The phase in which `fetch` failed. Unless it certainly failed before sending, the request counts as sent, because it
 * may have been charged.
 */
export function connectionPhase(error: unknown): ConnectionPhase {
  return isBeforeSending(error, 0) ? 'connect' : 'headers'
}
