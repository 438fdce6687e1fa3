import { abortable, later } from './abort.ts'
import type { DeepResearchError } from './errors.ts'
import { notify } from './hooks.ts'
import type { Settings } from './options.ts'
import { hiddenHeaders, isStream, refusalOf, requestIdOf } from './read-error.ts'
import { type Answer, sendRequest } from './send-request.ts'
import type { StreamFailures } from './stream-failures.ts'

/** One request from its first try to the end of its stream. */
export interface Call {
  readonly settings: Settings
  readonly body: string
  /** Without the key, which is added on sending. */
  readonly headers: Headers
  /** Fires when the caller aborts, and when the stream is over. */
  readonly signal: AbortSignal
  readonly failures: StreamFailures
  /** How many tries there have been, of whichever kind. */
  tries: number
}

/** Sends one POST; its answer is a stream. */
async function post(call: Call, headers: Headers): Promise<Answer> {
  const { settings, signal, body, failures } = call
  const { hider } = failures
  const { url, hooks } = settings
  const attempt = call.tries++
  notify(hooks.onRequest, { method: 'POST', url, headers: Object.fromEntries(hiddenHeaders(headers, hider)), attempt })
  const answer = await sendRequest({ method: 'POST', url, body, headers }, call)
  const { response } = answer
  const requestId = requestIdOf(response)
  notify(hooks.onResponse, {
    url,
    status: response.status,
    headers: hiddenHeaders(response.headers, hider),
    requestId,
    attempt,
  })
  if (!isStream(response)) throw await refusalOf(response, failures, signal)
  return answer
}

/**
 * Sends until there is a stream.
 *
 * @param delayAfter - How long to wait after an error before the next try; throws what forbids one.
 * @param error - What has happened before, if anything.
 */
export async function postUntil(
  call: Call,
  headers: Headers,
  delayAfter: (error: DeepResearchError) => number,
  error?: DeepResearchError,
): Promise<Answer> {
  for (let failed = error; ; ) {
    if (failed) {
      const delayMs = delayAfter(failed)
      await abortable<void>(call.signal, (resolve) => later(resolve, delayMs))
    }
    try {
      return await post(call, headers)
    } catch (caught) {
      call.signal.throwIfAborted()
      failed = caught as DeepResearchError
    }
  }
}
