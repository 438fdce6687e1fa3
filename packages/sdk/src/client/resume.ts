import { DETACHED, IDEMPOTENCY_KEY, LAST_EVENT_ID, RESUME } from '#contract/tables.ts'
import { ignore } from '#stream/ignore.ts'
import { isDetached } from './answer.ts'
import { type Call, retrying, sendUntil } from './call.ts'
import { must } from './configuration-error.ts'
import { DeepResearchError } from './errors.ts'
import type { PumpOptions } from './event-pump.ts'
import { createPatience } from './patience.ts'
import { sendRequest } from './send-request.ts'
import { setHeaders } from './settings.ts'

/** Checks the service's id of a research, as the caller passes it. */
function checkId(id: unknown): string {
  must(typeof id === 'string' && id, 'The first argument', 'stream.id, a string')
  return id
}

/** Headers that request the events after those received. */
export function resumeHeaders(headers: Headers, id: string, received: number): Headers {
  const changed = setHeaders(headers, { [RESUME]: checkId(id), [LAST_EVENT_ID]: `${received}` })
  // The idempotency key would request the stream from the beginning.
  changed.delete(IDEMPOTENCY_KEY)
  return changed
}

/**
 * Requests the events after those received, again and again while nobody but a gateway answers; rejects with the error
 * with which the stream then fails.
 */
export function createReconnect(call: Call, id: string): PumpOptions['open'] {
  const { resume, retry } = call.settings
  const patience = createPatience(resume)
  // An address that takes connections and says nothing must not use up all of the time at once.
  const timeoutMs = Math.min(call.settings.timeoutMs || Infinity, Math.max(1_000, resume.giveUpAfterMs / 4))
  const sender = { ...call, settings: { ...call.settings, timeoutMs } }
  return async (lost, received) => {
    patience.lost(received)
    const headers = resumeHeaders(call.outgoing.headers, id, received)
    const delayAfter = (error: DeepResearchError): number => {
      const delayMs = patience.delayAfter(error, retry.maxRetryAfterMs)
      if (delayMs === undefined) {
        throw error === lost ? error : call.failures.interrupted({ reason: 'network', ...lost, cause: error })
      }
      const { attempts } = patience
      call.observers.tell('onResume')?.({ error, attempt: attempts, delayMs, received, id })
      return delayMs
    }
    const answer = await sendUntil(sender, { ...call.outgoing, headers }, delayAfter, lost)
    patience.connected()
    return answer
  }
}

/** Asks the service to let a research go on without a reader; rejects if it does not say that it will. */
export function createDetach(call: Call, id: string): (received: number) => Promise<void> {
  return async (received) => {
    const headers = resumeHeaders(call.outgoing.headers, id, received)
    headers.set(DETACHED, 'true')
    const answer = await sendUntil(call, { ...call.outgoing, headers }, retrying(call, true))
    answer.disconnect()
    if (!isDetached(answer.response)) throw notDetached(id)
  }
}

/** The error for a service that ends research which nobody reads. */
export function notDetached(id: string | undefined): DeepResearchError {
  return new DeepResearchError(
    'The service does not let research go on without a reader: read the stream to its end.',
    {
      code: 'NOT_DETACHED',
      id,
    },
  )
}

/** The URL at which a research is retrieved and cancelled. */
export function researchURL(url: string, id: string): string {
  return `${url}/${encodeURIComponent(checkId(id))}`
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
