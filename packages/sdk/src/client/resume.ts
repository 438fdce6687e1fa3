import { IDEMPOTENCY_KEY, LAST_EVENT_ID, RESUME } from '#contract/tables.ts'
import { ignore } from '#stream/ignore.ts'
import { type Call, sendUntil } from './call.ts'
import { must } from './configuration-error.ts'
import { ConnectionError, type DeepResearchError } from './errors.ts'
import type { PumpOptions } from './event-pump.ts'
import { delayBefore, isRetried } from './retry.ts'
import { sendRequest } from './send-request.ts'
import { setHeaders } from './settings.ts'

/** Checks the service's id of a research, as the caller passes it. */
function checkId(id: unknown): string {
  must(typeof id === 'string' && id, 'The first argument', 'stream.id, a string')
  return id
}

/** Headers that request the events after those received. */
export function resumeHeaders(headers: Headers, requestId: string, received: number): Headers {
  const changed = setHeaders(headers, { [RESUME]: checkId(requestId), [LAST_EVENT_ID]: `${received}` })
  // The idempotency key would request the stream from the beginning.
  changed.delete(IDEMPOTENCY_KEY)
  return changed
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
    return sendUntil(call, { ...call.outgoing, headers }, delayAfter, lost)
  }
}

/** The URL at which a research is retrieved and cancelled. */
export function researchURL(url: string, requestId: string): string {
  return `${url}/${encodeURIComponent(checkId(requestId))}`
}

/** Tells the service that nobody waits for the result any more, without waiting for the response. */
export function sendCancel(call: Call, id: string): void {
  const timeoutMs = 10_000
  const { url, headers } = call.settings
  const outgoing = { ...call.outgoing, method: 'DELETE', url: researchURL(url, id), headers, body: '' } as const
  sendRequest(outgoing, { ...call, signal: AbortSignal.timeout(timeoutMs) })
    .then(({ response }) => response.body?.cancel())
    .catch(ignore)
}
