import { HEADERS } from '#contract/tables.ts'
import { ignore } from '#stream/ignore.ts'
import { onAbort } from './abort.ts'
import { createObserver } from './audit.ts'
import { EventPump } from './event-pump.ts'
import { createKeyHider } from './hide-key.ts'
import type { Hooks } from './hooks.ts'
import { openResponse, refusalOf } from './open-response.ts'
import { DEFAULT_IDLE_TIMEOUT_MS, DEFAULT_MAX_EVENT_BYTES, numberOption } from './options.ts'
import { trackPartial } from './partial.ts'
import { ResearchStream } from './research-stream.ts'
import { createStreamFailures } from './stream-failures.ts'

/** How a stream that somebody else opened is read. Durations are milliseconds. */
export interface ReadOptions {
  readonly signal?: AbortSignal | undefined
  /** Silence while a read waits; 0 = for ever. @defaultValue 300_000 */
  readonly idleTimeoutMs?: number | undefined
  /** What one event may take, in bytes. @defaultValue 16_777_216 */
  readonly maxEventBytes?: number | undefined
  readonly hooks?: Pick<Hooks, 'onEvent' | 'onWarning'> | undefined
}

/** A body by itself is taken for a stream of events. */
function asResponse(source: Response | ReadableStream<Uint8Array>): Response {
  if ('headers' in source) return source
  return new Response(source, { headers: { [HEADERS.contentType]: 'text/event-stream' } })
}

/**
 * Reads a stream that was relayed (`toReadableStream`) or fetched by other means: a response or its body. Needs no
 * key. Errors of the response, as a status other than 2xx, reject the first read.
 *
 * @example
 * ```ts
 * import { readResearchStream } from '@deep-research/sdk'
 *
 * const response = await fetch('/api/research', { method: 'POST', body: 'How do vaccines work?' })
 * for await (const event of readResearchStream(response)) console.log(event.type)
 * ```
 */
export function readResearchStream(
  source: Response | ReadableStream<Uint8Array>,
  options: ReadOptions = {},
): ResearchStream {
  const response = asResponse(source)
  const requestId = response.headers.get(HEADERS.requestId) ?? undefined
  const hooks = options.hooks ?? {}
  const hider = createKeyHider(undefined)
  const partial = trackPartial()
  const failures = createStreamFailures(() => partial.snapshot(requestId), hider)
  const refuse = async (): Promise<never> => {
    throw await refusalOf(response, failures, hider, options.signal)
  }
  const pump = new EventPump({
    connection: openResponse({ response, disconnect: ignore }) ?? refuse,
    failures,
    idleTimeoutMs: numberOption('idleTimeoutMs', options.idleTimeoutMs, DEFAULT_IDLE_TIMEOUT_MS),
    maxEventBytes: numberOption('maxEventBytes', options.maxEventBytes, DEFAULT_MAX_EVENT_BYTES, 1),
    onEvent: createObserver(partial, hooks),
  })
  pump.whenOver(onAbort(options.signal, (reason) => pump.abort(reason)))
  return new ResearchStream({ pump, partial, response, requestId })
}
