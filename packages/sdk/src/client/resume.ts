import { HEADERS } from '#contract/tables.ts'
import { ignore } from '#stream/ignore.ts'
import { wait } from './abort.ts'
import { ConnectionError, DeepResearchError, type StreamInterruptedError } from './errors.ts'
import type { Connection } from './event-pump.ts'
import { notify } from './hooks.ts'
import { type Call, post } from './post.ts'
import { delayBefore, isRetried } from './retry.ts'
import { sendRequest } from './send-request.ts'
import type { StreamFailures } from './stream-failures.ts'

/** What a service that keeps a request's events offers. */
export interface Resume {
  /** Asks for the events after `received`, as often as may be; rejects with what the stream then fails with. */
  readonly reconnect: (lost: StreamInterruptedError, received: number) => Promise<Connection>
  /** Tells the service that nobody waits for the result any more; nobody waits for the answer to that, either. */
  readonly cancel: () => void
}

const CANCEL_TIMEOUT_MS = 10_000

/** A reconnection is never charged: no answer at all is no reason to give up. */
function mayTryAgain(error: unknown, { settings }: Call): error is DeepResearchError {
  if (!DeepResearchError.isInstance(error)) return false
  return ConnectionError.isInstance(error) || isRetried(error, settings.trustIdempotencyKey)
}

function resumeHeaders(call: Call, requestId: string, received: number): Record<string, string> {
  // The service knows the request by its id; an Idempotency-Key would ask for its stream from the beginning.
  const { [HEADERS.idempotencyKey]: _, ...headers } = call.headers
  return { ...headers, [HEADERS.resume]: requestId, [HEADERS.lastEventId]: String(received) }
}

function createReconnect(call: Call, requestId: string, failures: StreamFailures): Resume['reconnect'] {
  const { hooks, maxResumes, maxRetryAfterMs } = call.settings
  let resumes = 0
  let fruitless = 0
  let receivedBefore = -1
  return async (lost, received) => {
    if (received !== receivedBefore) fruitless = 0
    receivedBefore = received
    let error: DeepResearchError = lost
    for (;;) {
      const delayMs = resumes < maxResumes ? delayBefore(error, fruitless, maxRetryAfterMs) : undefined
      if (delayMs === undefined) throw error === lost ? lost : failures.notResumed(lost, error)
      resumes += 1
      fruitless += 1
      notify(hooks.onResume, { error, attempt: resumes, delayMs, received, requestId })
      await wait(delayMs, call.signal)
      try {
        return (await post(call, resumeHeaders(call, requestId, received))).connection
      } catch (refusal) {
        call.signal.throwIfAborted()
        if (!mayTryAgain(refusal, call)) throw failures.notResumed(lost, refusal)
        error = refusal
      }
    }
  }
}

async function sendCancel({ settings, headers, hider }: Call, requestId: string): Promise<void> {
  const { fetch, url, apiKey } = settings
  const { [HEADERS.contentType]: _, [HEADERS.idempotencyKey]: __, ...rest } = headers
  const { response } = await sendRequest(
    {
      method: 'DELETE',
      url: `${url}/${encodeURIComponent(requestId)}`,
      headers: { ...rest, [HEADERS.apiKey]: apiKey },
    },
    { fetch, hider, timeoutMs: CANCEL_TIMEOUT_MS, signal: new AbortController().signal },
  )
  await response.body?.cancel()
}

/** Undefined where the response does not offer to be resumed. */
export function createResume(call: Call, response: Response, failures: StreamFailures): Resume | undefined {
  const requestId = response.headers.get(HEADERS.requestId)
  if (requestId === null || response.headers.get(HEADERS.resumable)?.toLowerCase() !== 'true') return undefined
  return {
    reconnect: createReconnect(call, requestId, failures),
    cancel: () => {
      sendCancel(call, requestId).catch(ignore)
    },
  }
}
