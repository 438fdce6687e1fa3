import { hasCauseCode } from '#stream/cause-code.ts'
import { connectionPhase } from './connection-phase.ts'
import { ConfigurationError, ConnectionError, type DeepResearchError, RequestTimeoutError } from './errors.ts'
import type { Outgoing } from './outgoing.ts'
import type { StreamFailures } from './stream-failures.ts'

/** What a request fails with that got no answer, as `fetch` rejected with `error`. */
export function failureOf(
  error: unknown,
  { method, url, body }: Outgoing,
  { hider, facts }: Pick<StreamFailures, 'hider' | 'facts'>,
): DeepResearchError {
  // What an option of the caller's cannot do is no failure of a connection.
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
