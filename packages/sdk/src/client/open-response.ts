import type { Connection } from './event-pump.ts'
import type { KeyHider } from './hide-key.ts'
import { isRedirect, readError, readText } from './read-error.ts'
import type { Answer } from './send-request.ts'
import type { StreamFailures } from './stream-failures.ts'

const EVENT_STREAM = /^\s*text\/event-stream\s*(?:;|$)/i

/** The body of an answer that is a stream of events; undefined for any other, for {@link refusalOf} to read. */
export function openResponse({ response, disconnect }: Answer): Connection | undefined {
  const isStream = response.ok && !isRedirect(response) && EVENT_STREAM.test(response.headers.get('content-type') ?? '')
  return isStream && response.body !== null ? { body: response.body, disconnect } : undefined
}

/**
 * What an answer that is no stream fails with: an {@link APIError} for an error's answer or a redirect, a
 * {@link StreamProtocolError} for anything else. The signal ends the reading at once.
 */
export async function refusalOf(
  response: Response,
  failures: StreamFailures,
  hider: KeyHider,
  signal: AbortSignal | undefined,
): Promise<Error> {
  if (!response.ok || isRedirect(response)) return readError(response, hider, signal)
  return failures.wrongContentType(response.headers.get('content-type'), await readText(response.body, signal))
}
