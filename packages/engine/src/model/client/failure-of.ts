import { APICallError } from 'ai'
import { retryAfterMs } from '#http/with-retries.ts'
import { ModelFailure, type ModelFailureReason } from '../failure.ts'

const TOO_LONG =
  /context[ _](?:length|window|size)|maximum context|too many tokens|prompt is too long|exceeds? the (?:model'?s? )?(?:max|context)/i
const NO_SUCH_MODEL =
  /model[^.]{0,80}(?:not found|not exist|does not exist|unknown|not available|invalid|not a valid)|(?:no such|unknown|invalid) model|model_not_found|not_found_error/i

/** What went wrong, from what the SDK or the connection threw. */
export function failureOf(error: unknown): ModelFailure {
  if (error instanceof ModelFailure) return error
  if (!APICallError.isInstance(error)) return new ModelFailure('format', 'sent an unreadable response')
  const { statusCode, responseBody = '', responseHeaders = {} } = error
  // A status of 200 with an error: the body broke off, or was something else.
  if (statusCode === 200) return new ModelFailure('cut', 'broke off')
  if (statusCode === undefined) return new ModelFailure('unreachable', `cannot be reached (${codeOf(error)})`)
  return refusalOf(statusCode, responseBody, responseHeaders['retry-after'])
}

/** What a response says that is an error. */
export function refusalOf(status: number, body: string, retryAfter: string | null | undefined): ModelFailure {
  const said = body.slice(0, 4_000)
  return new ModelFailure(reasonOf(status, said), `answered ${status}`, retryAfterMs(retryAfter))
}

function reasonOf(status: number, said: string): ModelFailureReason {
  if (status === 401 || status === 403) return 'key'
  if (status === 429) return 'quota'
  if (status >= 500 || status === 408) return 'server'
  if (status === 413 || TOO_LONG.test(said)) return 'context'
  return status === 404 || NO_SUCH_MODEL.test(said) ? 'model' : 'request'
}

/** The system's name for why a connection failed, from the innermost cause that has one. */
export function codeOf(error: unknown): string {
  let at = error
  for (let depth = 0; at instanceof Error && depth < 6; depth += 1) {
    if ('code' in at && typeof at.code === 'string') return at.code
    at = at instanceof AggregateError ? at.errors[0] : at.cause
  }
  return 'no answer'
}
