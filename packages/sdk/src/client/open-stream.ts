import { CONTENT_TYPE, IDEMPOTENCY_KEY, RESUMABLE } from '#contract/tables.ts'
import { ignore } from '#stream/ignore.ts'
import { onAbort } from '#stream/on-abort.ts'
import { createStream } from './create-stream.ts'
import { notify } from './hooks.ts'
import { numberOptions, type RequestOptions, type ResearchParams, type Settings, setHeaders } from './options.ts'
import type { Places } from './places.ts'
import { type Call, postUntil } from './post.ts'
import { requestIdOf } from './read-error.ts'
import type { ResearchStream } from './research-stream.ts'
import { createReconnect, sendCancel } from './resume.ts'
import { retryDelay } from './retry.ts'
import type { Answer } from './send-request.ts'
import { createStreamFailures } from './stream-failures.ts'

function callHeaders(settings: Settings, options: RequestOptions): Headers {
  const headers = new Headers(settings.headers)
  setHeaders(headers, options.headers)
  // Random enough to name one attempt of one caller, also where `crypto.randomUUID` is not to be had.
  if (!headers.has(IDEMPOTENCY_KEY)) headers.set(IDEMPOTENCY_KEY, crypto.getRandomValues(new Uint32Array(4)).join('-'))
  return setHeaders(headers, { [CONTENT_TYPE]: 'application/json', accept: 'text/event-stream' })
}

function createCall(settings: Settings, params: ResearchParams, options: RequestOptions, signal: AbortSignal): Call {
  return {
    settings: { ...settings, ...numberOptions(options, settings) },
    body: JSON.stringify(params),
    headers: callHeaders(settings, options),
    signal,
    failures: createStreamFailures(settings.apiKey),
    tries: 0,
  }
}

/** Sends until there is a stream, as often as may be. */
function postWithRetries(call: Call): Promise<Answer> {
  const { settings } = call
  let attempt = 0
  return postUntil(call, call.headers, (error) => {
    const delayMs = retryDelay(error, attempt, settings)
    if (delayMs === undefined) throw error
    attempt += 1
    notify(settings.hooks.onRetry, { error, attempt, delayMs })
    return delayMs
  })
}

/**
 * Opens a stream: waits for a place, sends, retries. The place is held, and the caller's signal listened to, until
 * the stream is over.
 */
export async function openStream(
  settings: Settings,
  places: Places,
  params: ResearchParams,
  options: RequestOptions,
): Promise<ResearchStream> {
  const lifetime = new AbortController()
  const { signal } = lifetime
  const call = createCall(settings, params, options, signal)
  const stopListening = onAbort(options.signal, (reason) => lifetime.abort(reason))
  let giveBack = ignore
  const end = (): void => {
    giveBack()
    stopListening()
    // What still waits on behalf of this stream, a reconnection, waits in vain.
    lifetime.abort()
  }
  try {
    signal.throwIfAborted()
    giveBack = await places.take(signal)
    const answer = await postWithRetries(call)
    const { response } = answer
    const requestId = requestIdOf(response)
    const isResumable = response.headers.get(RESUMABLE) === 'true'
    const resumed = isResumable ? requestId : undefined
    const open = !resumed ? undefined : createReconnect(call, resumed)
    return createStream({
      ...call,
      ...call.settings,
      response,
      answer,
      open,
      onOver: ({ byCaller }) => {
        if (byCaller && resumed) sendCancel(call, resumed)
        end()
      },
    })
  } catch (error) {
    end()
    throw error
  }
}
