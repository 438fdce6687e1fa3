import { hasCauseCode } from '#stream/cause-code.ts'
import { ConfigurationError } from './configuration-error.ts'
import { connectionPhase } from './connection-phase.ts'
import { ConnectionError, type DeepResearchError, RequestTimeoutError } from './errors.ts'
import type { Outgoing } from './outgoing.ts'
import type { StreamFailures } from './stream-failures.ts'

/** The status with which a proxy refused to open a tunnel, which undici tells only in words. */
function proxyStatusOf(error: unknown, depth = 0): string | undefined {
  const maxDepth = 4
  const { message, cause } = Object(error)
  const [, status] = /^Proxy response \((\d+)\)/.exec(String(message)) ?? []
  return status ?? (cause && depth < maxDepth ? proxyStatusOf(cause, depth + 1) : undefined)
}

/** The error for a request without a response, from what `fetch` rejected with. */
export function failureOf(
  error: unknown,
  { method, url, body }: Outgoing,
  { hider, facts }: Pick<StreamFailures, 'hider' | 'facts'>,
): DeepResearchError {
  // An option that cannot work is not a failure of the connection.
  if (ConfigurationError.isInstance(error)) return error
  const cause = hider.cause(error)
  if (hasCauseCode(error, 'UND_ERR_INVALID_ARG')) {
    const what = 'The dispatcher must be of the same undici as the option fetch.'
    return new ConfigurationError(what, { ...facts, cause, creditsCharged: 0 })
  }
  const phase = connectionPhase(error)
  const isUnsent = phase === 'connect'
  const Class = hasCauseCode(error, 'UND_ERR_HEADERS_TIMEOUT') ? RequestTimeoutError : ConnectionError
  const what = isUnsent ? 'The service could not be reached' : 'No answer came'
  const charge = body && !isUnsent ? ' The request may have been charged.' : ''
  const made = new Class(`${what}: ${method} ${url}.${charge}`, {
    ...facts,
    phase,
    cause,
    ...(isUnsent && { creditsCharged: 0 }),
  })
  const proxy = proxyStatusOf(error)
  if (proxy) made.message += ` (the proxy answered ${proxy})`
  else if (made.causeCode) made.message += ` (${made.causeCode})`
  return made
}
