import { CONTENT_TYPE } from '#contract/tables.ts'
import { ignore } from '#stream/ignore.ts'
import { accountOf } from './account.ts'
import { idOf, isStream } from './answer.ts'
import { createStream } from './create-stream.ts'
import { createObservers, type Hooks } from './hooks.ts'
import { refusalOf } from './read-error.ts'
import type { ResearchStream } from './research-stream.ts'
import { numberOptions } from './settings.ts'
import { createStreamFailures } from './stream-failures.ts'

/** Options for reading a stream that somebody else opened. Durations are milliseconds. */
export interface ReadOptions {
  /** Ends the reading. */
  readonly signal?: AbortSignal | undefined
  /** The longest silence while a read waits; 0 = no limit. @defaultValue 300_000 */
  readonly idleTimeoutMs?: number | undefined
  /** The largest size of one event in bytes. @defaultValue 16_777_216 */
  readonly maxEventBytes?: number | undefined
  /** Called as the stream is read. */
  readonly hooks?: Pick<Hooks, 'onEvent' | 'onWarning'> | undefined
  /** How many events of the research arrived before this stream. @defaultValue 0 */
  readonly after?: number | undefined
}

/** A body without a response is treated as a stream of events. */
function asResponse(source: Response | ReadableStream<Uint8Array>): Response {
  if ('headers' in source) return source
  return new Response(source, { headers: { [CONTENT_TYPE]: 'text/event-stream' } })
}

/**
 * Reads a stream that was relayed (`toReadableStream`) or fetched by other means, from a response or its body. It needs
 * no key. An error response, such as a status other than 2xx, rejects the first read.
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
  { signal, hooks, after, ...numbers }: ReadOptions = {},
): ResearchStream {
  const response = asResponse(source)
  const failures = createStreamFailures({ creditsCharged: accountOf(response.headers).creditsCharged }, !after)
  failures.partial.id = idOf(response)
  return createStream({
    response,
    observers: createObservers(hooks),
    signal,
    failures,
    after,
    id: failures.partial.id,
    ...numberOptions(numbers),
    answer: isStream(response) ? { response, disconnect: ignore } : undefined,
    open: async (lost) => {
      throw lost ?? (await refusalOf(response, failures, signal))
    },
    onOver: ignore,
  })
}
