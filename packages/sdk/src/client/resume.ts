import { CONTENT_TYPE, IDEMPOTENCY_KEY, LAST_EVENT_ID, RESUME } from '#contract/tables.ts'
import { ignore } from '#stream/ignore.ts'
import { ConnectionError } from './errors.ts'
import type { PumpOptions } from './event-pump.ts'
import { notify } from './hooks.ts'
import { setHeaders } from './options.ts'
import { type Call, postUntil } from './post.ts'
import { delayBefore, isRetried } from './retry.ts'
import { sendRequest } from './send-request.ts'

/** Headers of a further request about a research that runs; the service knows it by its id. */
function followUp(call: Call, changes: Readonly<Record<string, string>>): Headers {
  const headers = new Headers(call.headers)
  // It would ask for the stream from the beginning.
  headers.delete(IDEMPOTENCY_KEY)
  return setHeaders(headers, changes)
}

/** Asks for the events after those received, as often as may be; rejects with what the stream then fails with. */
export function createReconnect(call: Call, requestId: string): PumpOptions['open'] {
  const { hooks, maxResumes, maxRetryAfterMs, trustIdempotencyKey } = call.settings
  let resumes = 0
  let fruitless = 0
  let receivedBefore = -1
  return (lost, received) => {
    if (received !== receivedBefore) fruitless = 0
    receivedBefore = received
    const headers = followUp(call, { [RESUME]: requestId, [LAST_EVENT_ID]: String(received) })
    return postUntil(
      call,
      headers,
      (error) => {
        // A reconnection is never charged: no answer at all is no reason to give up.
        const may = error === lost || ConnectionError.isInstance(error) || isRetried(error, trustIdempotencyKey)
        const delayMs = may && resumes < maxResumes ? delayBefore(error, fruitless, maxRetryAfterMs) : undefined
        if (delayMs === undefined) {
          throw error === lost ? error : call.failures.interrupted({ reason: 'network', ...lost, cause: error })
        }
        resumes += 1
        fruitless += 1
        notify(hooks.onResume, { error, attempt: resumes, delayMs, received, requestId })
        return delayMs
      },
      lost,
    )
  }
}

/** Tells the service that nobody waits for the result any more; nobody waits for the answer to that, either. */
export function sendCancel(call: Call, requestId: string): void {
  const headers = followUp(call, {})
  headers.delete(CONTENT_TYPE)
  const timeoutMs = 10_000
  sendRequest(
    { method: 'DELETE', url: `${call.settings.url}/${encodeURIComponent(requestId)}`, headers },
    { ...call, signal: AbortSignal.timeout(timeoutMs) },
  )
    .then(({ response }) => response.body?.cancel())
    .catch(ignore)
}
