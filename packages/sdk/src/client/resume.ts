import { IDEMPOTENCY_KEY, LAST_EVENT_ID, RESUME } from '#contract/tables.ts'
import { ignore } from '#stream/ignore.ts'
import { type Call, sendUntil } from './call.ts'
import { must } from './configuration-error.ts'
import type { DeepResearchError } from './errors.ts'
import type { PumpOptions } from './event-pump.ts'
import { backoff, delayBefore, isOurs, isVerdict } from './retry.ts'
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

/** A connection that lasted as long as this shows that the service is there, even if it was silent. */
const HELD_MS = 5_000

/**
 * Requests the events after those received, again and again while nobody but a gateway answers; rejects with the error
 * with which the stream then fails.
 *
 * What has a limit is the time without a connection, counted from the last event: a deployment, however often it is
 * met, takes some time and any number of attempts.
 */
export function createReconnect(call: Call, id: string): PumpOptions['open'] {
  const { limit, giveUpAfterMs } = call.settings.resume
  const { maxRetryAfterMs } = call.settings.retry
  let resumes = 0
  let fruitless = 0
  let outageMs = 0
  let receivedBefore = -1
  let connectedAt = 0
  return async (lost, received) => {
    let since = performance.now()
    if (since - connectedAt >= HELD_MS) fruitless = 0
    if (received !== receivedBefore) fruitless = outageMs = 0
    receivedBefore = received
    const left = (): number => {
      const now = performance.now()
      outageMs += now - since
      since = now
      return giveUpAfterMs - outageMs
    }
    const headers = resumeHeaders(call.outgoing.headers, id, received)
    const delayAfter = (error: DeepResearchError): number => {
      const leftMs = left()
      const may = (error === lost || !isVerdict(error)) && resumes < limit && leftMs > 0
      let delayMs = may ? delayBefore(error, fruitless, maxRetryAfterMs) : undefined
      // The service may ask for more than is allowed; a gateway does not know when the service is back.
      if (may && !isOurs(error)) delayMs = Math.min(delayMs ?? backoff(fruitless), leftMs)
      if (delayMs === undefined) {
        throw error === lost ? error : call.failures.interrupted({ reason: 'network', ...lost, cause: error })
      }
      resumes += 1
      fruitless += 1
      call.observers.tell('onResume')?.({ error, attempt: resumes, delayMs, received, requestId: id })
      return delayMs
    }
    // An address that takes connections and says nothing must not use up all of the time at once.
    const timeoutMs = Math.min(call.settings.timeoutMs || Infinity, Math.max(1_000, giveUpAfterMs / 4))
    const patient = { ...call, settings: { ...call.settings, timeoutMs } }
    const answer = await sendUntil(patient, { ...call.outgoing, headers }, delayAfter, lost)
    left()
    connectedAt = since
    return answer
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
