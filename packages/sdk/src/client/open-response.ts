import type { Connection } from './event-pump.ts'
import type { KeyHider } from './hide-key.ts'
import { isRedirect, readError, readText } from './read-error.ts'
import type { Answer } from './send-request.ts'
import type { StreamFailures } from './stream-failures.ts'

const EVENT_STREAM = /^\s*text\/event-stream\s*(?:;|$)/i

/**
 * The body of an answer that is a stream of events. The signal ends the reading of an error at once.
 *
 * @throws {@link APIError} for an error's answer or a redirect, {@link StreamProtocolError} for anything else
 */
export async function openResponse(
  { response, disconnect }: Answer,
  failures: StreamFailures,
  hider: KeyHider,
  signal: AbortSignal | undefined,
): Promise<Connection> {
  if (!response.ok || isRedirect(response)) throw await readError(response, hider, signal)
  const contentType = response.headers.get('content-type')
  if (response.body !== null && contentType !== null && EVENT_STREAM.test(contentType)) {
    return { body: response.body, disconnect }
  }
  throw failures.wrongContentType(contentType, await readText(response.body, signal))
}
