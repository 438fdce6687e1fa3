import { HEADERS } from '#contract/tables.ts'
import { ignore } from '#stream/ignore.ts'
import { onAbort } from './abort.ts'
import {
  APIError,
  type APIErrorFacts,
  AuthenticationError,
  BadRequestError,
  InsufficientCreditsError,
  NotFoundError,
  RateLimitError,
  ServerError,
} from './errors.ts'
import type { KeyHider } from './hide-key.ts'
import { parseRetryAfter } from './retry-after.ts'

const MAX_BODY_BYTES = 1_048_576
const MAX_BODY_MS = 5_000

/** The text of an error's body: as much of it as comes in good time, so that an error path cannot hang. */
export function readText(body: ReadableStream<Uint8Array> | null, signal: AbortSignal | undefined): Promise<string> {
  if (body === null) return Promise.resolve('')
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  return new Promise((resolve) => {
    const finish = (): void => {
      clearTimeout(timer)
      stopListening()
      resolve(text)
      reader.cancel().catch(ignore)
    }
    let stopListening = ignore
    const timer = setTimeout(finish, MAX_BODY_MS)
    stopListening = onAbort(signal, finish)
    const step = ({ done, value }: ReadableStreamReadResult<Uint8Array>): void => {
      if (!done) {
        text += decoder.decode(value, { stream: true })
        bytes += value.byteLength
      }
      if (done || bytes > MAX_BODY_BYTES) finish()
      else reader.read().then(step, finish)
    }
    reader.read().then(step, finish)
  })
}

interface Said {
  readonly code?: string
  readonly type?: string
  readonly message?: string
}

function stringOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** What the service's error body says; nothing where the body is somebody else's. */
function parseBody(text: string): Said {
  try {
    const body: unknown = JSON.parse(text)
    const error = typeof body === 'object' && body !== null && 'error' in body ? body.error : undefined
    if (typeof error !== 'object' || error === null) return {}
    const { code, type, message } = error as Record<string, unknown>
    return Object.fromEntries(
      Object.entries({ code: stringOf(code), type: stringOf(type), message: stringOf(message) }).filter(
        ([, value]) => value !== undefined,
      ),
    )
  } catch {
    return {}
  }
}

const CLASSES: Readonly<Record<number, typeof APIError>> = {
  400: BadRequestError,
  401: AuthenticationError,
  402: InsufficientCreditsError,
  404: NotFoundError,
  429: RateLimitError,
}

function classOf(status: number): typeof APIError {
  return CLASSES[status] ?? (status >= 500 && status <= 599 ? ServerError : APIError)
}

/** Whether an answer sends the request elsewhere. A browser hides which status it was. */
export function isRedirect(response: Response): boolean {
  return response.type === 'opaqueredirect' || (response.status >= 300 && response.status <= 399)
}

function redirectMessage(response: Response): string {
  const location = response.headers.get('location')
  const to = location === null ? 'elsewhere' : `to ${location}`
  return `The service redirects ${to}. Redirects are not followed, as the key would go along: set baseURL.`
}

/** Headers in which a service may have repeated the key. */
export function hiddenHeaders(headers: Headers, hider: KeyHider): Headers {
  return new Headers([...headers].map(([name, value]): [string, string] => [name, hider.text(value)]))
}

/** Reads an answer that is no stream into the error of its status. */
export async function readError(
  response: Response,
  hider: KeyHider,
  signal: AbortSignal | undefined,
): Promise<APIError> {
  const body = hider.text(await readText(response.body, signal))
  const { status } = response
  const said = parseBody(body)
  const statusText = response.statusText === '' ? '' : ` ${response.statusText}`
  const message = isRedirect(response) ? redirectMessage(response) : (said.message ?? `HTTP ${status}${statusText}`)
  const facts: APIErrorFacts = {
    status,
    code: said.code,
    type: said.type,
    headers: hiddenHeaders(response.headers, hider),
    body,
    retryAfterMs: parseRetryAfter(response.headers.get(HEADERS.retryAfter), Date.now()),
    requestId: response.headers.get(HEADERS.requestId) ?? undefined,
  }
  return new (classOf(status))(hider.text(message), facts)
}
