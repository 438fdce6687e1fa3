import { CONTENT_TYPE, REQUEST_ID, RETRY_AFTER } from '#contract/tables.ts'
import { readRest } from '#stream/read-body.ts'
import {
  APIError,
  AuthenticationError,
  BadRequestError,
  InsufficientCreditsError,
  NotFoundError,
  RateLimitError,
  ServerError,
} from './errors.ts'
import type { KeyHider } from './hide-key.ts'
import { parseRetryAfter } from './retry-after.ts'
import { type StreamFailures, textsOf } from './stream-failures.ts'

const CLASSES: Readonly<Record<number, typeof APIError>> = {
  400: BadRequestError,
  401: AuthenticationError,
  402: InsufficientCreditsError,
  404: NotFoundError,
  429: RateLimitError,
}

/** What the service's error body says; nothing where the body is somebody else's. */
function parseBody(text: string): ReturnType<typeof textsOf> {
  try {
    return textsOf(JSON.parse(text).error)
  } catch {
    return {}
  }
}

/** What an answer says that is not the service's JSON. A browser hides the status and the address of a redirect. */
function describe({ status, statusText, headers }: Response): string {
  const location = headers.get('location')
  const said = `HTTP ${status || 'redirect'} ${statusText}`.trim()
  return location === null ? said : `${said} to ${location}, where the key must not go: set baseURL.`
}

/** Headers in which a service may have repeated the key. */
export function hiddenHeaders(headers: Headers, hider: KeyHider): Headers {
  return new Headers([...headers].map(([name, value]): [string, string] => [name, hider.text(value)]))
}

/** The service's id of the request that a response answers. */
export function requestIdOf({ headers }: Response): string | undefined {
  return headers.get(REQUEST_ID) ?? undefined
}

/** Whether an answer is a stream of events; {@link refusalOf} reads any other. */
export function isStream({ ok, body, headers }: Response): boolean {
  return ok && body !== null && /^text\/event-stream *(;|$)/i.test(headers.get(CONTENT_TYPE) ?? '')
}

/**
 * What an answer that is no stream fails with: an {@link APIError} for an error's answer or a redirect, a
 * {@link StreamProtocolError} for anything else. The body is read as far as it comes in good time, so that an error
 * path cannot hang; the signal ends the reading at once.
 */
export async function refusalOf(
  response: Response,
  { hider, protocol }: StreamFailures,
  signal: AbortSignal | undefined,
): Promise<Error> {
  const maxBytes = 1_048_576
  const maxMs = 5_000
  const { status, headers } = response
  const reader = response.body?.getReader()
  const body = hider.text(reader ? await readRest(reader, maxBytes, maxMs, signal) : '')
  if (response.ok) {
    return protocol(`Expected text/event-stream, got ${headers.get(CONTENT_TYPE)}.`, body, 1)
  }
  const { message, code, type } = parseBody(body)
  const Class = CLASSES[status] ?? (status < 500 ? APIError : ServerError)
  return new Class(hider.text(message ?? describe(response)), {
    status,
    code,
    type,
    headers: hiddenHeaders(headers, hider),
    body,
    retryAfterMs: parseRetryAfter(headers.get(RETRY_AFTER), Date.now()),
    requestId: requestIdOf(response),
  })
}
