import { hasCauseCode } from '#stream/cause-code.ts'
import { ConfigurationError } from './configuration-error.ts'
import { connectionPhase } from './connection-phase.ts'
import { ConnectionError, type DeepResearchError, RequestTimeoutError } from './errors.ts'
import type { Outgoing } from './outgoing.ts'
import type { StreamFailures } from './stream-failures.ts'

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
  if (made.causeCode) made.message += ` (${made.causeCode})`
  return made
}
