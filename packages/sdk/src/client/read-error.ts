import { CONTENT_TYPE, RETRY_AFTER } from '#contract/tables.ts'
import { readRest } from '#stream/read-body.ts'
import { accountOf } from './account.ts'
import { idOf, isEventStream, isReadable } from './answer.ts'
import { ConfigurationError } from './configuration-error.ts'
import type { RequestFacts } from './error-facts.ts'
import {
  APIError,
  AuthenticationError,
  BadRequestError,
  InsufficientCreditsError,
  NotFoundError,
  RateLimitError,
  ServerError,
} from './errors.ts'
import { hiddenHeaders } from './hide-key.ts'
import { parseRetryAfter } from './retry-after.ts'
import { type StreamFailures, textsOf } from './stream-failures.ts'

const CLASSES: Readonly<Record<number, typeof APIError>> = {
  400: BadRequestError,
  401: AuthenticationError,
  402: InsufficientCreditsError,
  404: NotFoundError,
  429: RateLimitError,
}

/** The contents of the service's error body; empty if the body is not the service's. */
function parseBody(text: string): ReturnType<typeof textsOf> {
  try {
    return textsOf(JSON.parse(text).error)
  } catch {
    return {}
  }
}

/** Describes a response that is not the service's JSON. For a redirect, a browser hides the status and the target. */
function describe({ status, statusText, headers }: Response, { method, url }: RequestFacts): string {
  const location = headers.get('location')
  const from = url ? ` from ${method} ${url}` : ''
  const said = `HTTP ${status || 'redirect'} ${statusText}`.trim() + from
  return location === null ? said : `${said} to ${location}, where the key must not go: set baseURL.`
}

/**
 * The error for a response that is not a stream: an {@link APIError} for an error status or a redirect, a {@link
 * ConfigurationError} if the body is not a web stream, and a {@link StreamProtocolError} for anything else. The body is
 * read only as far as it arrives in good time, so that handling an error cannot hang; the signal ends the reading at
 * once.
 */
export async function refusalOf(
  response: Response,
  { hider, protocol, facts }: StreamFailures,
  signal: AbortSignal | undefined,
): Promise<Error> {
  const maxBytes = 1_048_576
  const maxMs = 5_000
  const { status, headers, ok } = response
  const id = idOf(response)
  const account = accountOf(headers)
  const reader = isReadable(response) ? response.body?.getReader() : undefined
  if (!reader && (response.body || isEventStream(response))) {
    return new ConfigurationError('fetch gave no web stream: give another fetch.', { ...facts, id })
  }
  const body = hider.text(reader ? (await readRest(reader, maxBytes, maxMs, signal)).text : '')
  if (ok) return protocol(`Expected text/event-stream, got ${headers.get(CONTENT_TYPE)}.`, body, 1)
  const { message, code, type } = parseBody(body)
  const Class = CLASSES[status] ?? (status < 500 ? APIError : ServerError)
  return new Class(hider.text(message ?? describe(response, facts)), {
    ...facts,
    // A refusal by the service itself costs nothing.
    creditsCharged: facts.creditsCharged ?? (code ? 0 : undefined),
    status,
    code,
    type,
    headers: hiddenHeaders(headers, hider),
    body,
    retryAfterMs: parseRetryAfter(headers.get(RETRY_AFTER), Date.now()),
    id,
    account: Object.keys(account).length > 0 ? account : undefined,
  })
}
