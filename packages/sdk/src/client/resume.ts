import { IDEMPOTENCY_KEY, LAST_EVENT_ID, RESUME } from '#contract/tables.ts'
import { ignore } from '#stream/ignore.ts'
import { isStream } from './answer.ts'
import { type Call, sendUntil } from './call.ts'
import { ConfigurationError, ConnectionError, type DeepResearchError } from './errors.ts'
import type { PumpOptions } from './event-pump.ts'
import { delayBefore, isRetried } from './retry.ts'
import { sendRequest } from './send-request.ts'
import { setHeaders } from './settings.ts'

/** Checks the service's id of a research, as the caller passes it. */
export function checkId(id: unknown): string {
  if (typeof id === 'string' && id !== '') return id
  throw new ConfigurationError('The first argument must be stream.id, a string.')
}

/** Headers that request the events after those received. */
export function resumeHeaders(headers: Headers, requestId: string, received: number): Headers {
  const changed = new Headers(headers)
  // The idempotency key would request the stream from the beginning.
  changed.delete(IDEMPOTENCY_KEY)
  return setHeaders(changed, { [RESUME]: checkId(requestId), [LAST_EVENT_ID]: String(received) })
}

/**
 * Requests the events after those received, retrying if allowed; rejects with the error with which the stream then
 * fails.
 */
export function createReconnect(call: Call, requestId: string): PumpOptions['open'] {
  const { maxResumes, maxRetryAfterMs, trustIdempotencyKey } = call.settings
  let resumes = 0
  let fruitless = 0
  let receivedBefore = -1
  return (lost, received) => {
    if (received !== receivedBefore) fruitless = 0
    receivedBefore = received
    const headers = resumeHeaders(call.outgoing.headers, requestId, received)
    const delayAfter = (error: DeepResearchError): number => {
      // A reconnection is never charged, so it is also retried if there is no response at all.
      const may = error === lost || ConnectionError.isInstance(error) || isRetried(error, trustIdempotencyKey)
      const delayMs = may && resumes < maxResumes ? delayBefore(error, fruitless, maxRetryAfterMs) : undefined
      if (delayMs === undefined) {
        throw error === lost ? error : call.failures.interrupted({ reason: 'network', ...lost, cause: error })
      }
      resumes += 1
      fruitless += 1
      call.observers.tell('onResume')?.({ error, attempt: resumes, delayMs, received, requestId })
      return delayMs
    }
    return sendUntil(call, { ...call.outgoing, headers }, isStream, delayAfter, lost)
  }
}

/** The URL at which a research is retrieved and cancelled. */
export function researchURL(url: string, requestId: string): string {
  return `${url}/${encodeURIComponent(checkId(requestId))}`
}

/** Tells the service that nobody waits for the result any more, without waiting for the response. */
export function sendCancel({ settings, failures }: Call, requestId: string): void {
  const timeoutMs = 10_000
  sendRequest(
    { method: 'DELETE', url: researchURL(settings.url, requestId), headers: settings.headers },
    { settings, failures, signal: AbortSignal.timeout(timeoutMs) },
  )
    .then(({ response }) => response.body?.cancel())
    .catch(ignore)
}
