import { HEADERS } from '#contract/tables.ts'
import { onAbort, wait } from './abort.ts'
import { createObserver } from './audit.ts'
import { DeepResearchError } from './errors.ts'
import { EventPump } from './event-pump.ts'
import { createKeyHider } from './hide-key.ts'
import { notify } from './hooks.ts'
import { checkHeaders, numberOption, type RequestOptions, type ResearchParams, type Settings } from './options.ts'
import { trackPartial } from './partial.ts'
import type { Places } from './places.ts'
import { type Call, type Opened, post } from './post.ts'
import { ResearchStream } from './research-stream.ts'
import { createResume } from './resume.ts'
import { retryDelay } from './retry.ts'
import { createStreamFailures } from './stream-failures.ts'

/** Random enough to name one attempt of one caller, also where `crypto.randomUUID` is not to be had. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Header names in lower case, so that a caller's spelling never sends one twice; a later one wins. */
function mergeHeaders(...all: readonly Readonly<Record<string, string>>[]): Record<string, string> {
  return Object.fromEntries(
    all.flatMap((headers) => Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
  )
}

function callHeaders(settings: Settings, options: RequestOptions): Record<string, string> {
  return mergeHeaders({ [HEADERS.idempotencyKey]: randomKey() }, settings.headers, checkHeaders(options.headers), {
    [HEADERS.contentType]: 'application/json',
    accept: 'text/event-stream',
  })
}

/** Sends until there is a stream, as often as may be. */
async function postWithRetries(call: Call): Promise<Opened> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await post(call, call.headers)
    } catch (error) {
      call.signal.throwIfAborted()
      const delayMs = retryDelay(error, attempt, call.settings)
      if (delayMs === undefined || !DeepResearchError.isInstance(error)) throw error
      notify(call.settings.hooks.onRetry, { error, attempt: attempt + 1, delayMs })
      await wait(delayMs, call.signal)
    }
  }
}

function createCall(settings: Settings, params: ResearchParams, options: RequestOptions, signal: AbortSignal): Call {
  const hider = createKeyHider(settings.apiKey)
  const partial = trackPartial()
  return {
    settings: {
      ...settings,
      timeoutMs: numberOption('timeoutMs', options.timeoutMs, settings.timeoutMs),
      idleTimeoutMs: numberOption('idleTimeoutMs', options.idleTimeoutMs, settings.idleTimeoutMs),
      maxRetries: numberOption('maxRetries', options.maxRetries, settings.maxRetries),
    },
    body: JSON.stringify(params),
    headers: callHeaders(settings, options),
    signal,
    hider,
    partial,
    failures: createStreamFailures(() => partial.snapshot(undefined), hider),
    tries: 0,
  }
}

/** Gives an opened call its stream. */
function createStream(call: Call, { answer, connection }: Opened): { stream: ResearchStream; pump: EventPump } {
  const { settings, partial, hider } = call
  const { hooks, idleTimeoutMs, maxEventBytes } = settings
  const { response } = answer
  const requestId = response.headers.get(HEADERS.requestId) ?? undefined
  const failures = createStreamFailures(() => partial.snapshot(requestId), hider)
  const resume = createResume(call, response, failures)
  const pump = new EventPump({
    connection,
    reconnect: resume?.reconnect,
    failures,
    idleTimeoutMs,
    maxEventBytes,
    onEvent: createObserver(partial, hooks),
  })
  pump.whenOver((outcome) => {
    if (outcome.kind === 'left' || (outcome.kind === 'failed' && outcome.aborted)) resume?.cancel()
  })
  return { pump, stream: new ResearchStream({ pump, partial, response, requestId }) }
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
  const call = createCall(settings, params, options, lifetime.signal)
  const stopListening = onAbort(options.signal, (reason) => lifetime.abort(reason))
  let giveBack = (): void => undefined
  const end = (): void => {
    giveBack()
    stopListening()
    // What still waits on behalf of this stream, a reconnection, waits in vain.
    lifetime.abort()
  }
  try {
    lifetime.signal.throwIfAborted()
    giveBack = await places.take(lifetime.signal)
    const { stream, pump } = createStream(call, await postWithRetries(call))
    pump.whenOver(end)
    onAbort(lifetime.signal, (reason) => pump.abort(reason))
    return stream
  } catch (error) {
    end()
    throw error
  }
}
