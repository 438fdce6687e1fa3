import type { ZodType, z } from 'zod'
import { boundedBody } from '#http/bounded-body.ts'
import { retryAfterMs, withRetries } from '#http/with-retries.ts'
import { type Pace, SearchFailure, type SearchReason } from './provider.ts'

interface Asking {
  url: URL
  headers?: Record<string, string>
  /** Sent as JSON by POST; without one it is a GET. */
  body?: unknown
  /** Statuses with which it says that the plan is used up. Default: 402. */
  usedUp?: readonly number[]
  /** Waits until the service may be asked, before each attempt. Default: it may be asked at any time. */
  pace?: Pace | undefined
  signal: AbortSignal
}

export interface AskJson<Schema extends ZodType> extends Asking {
  schema: Schema
}

export interface AskXml<Value> extends Asking {
  /** Reads what came; whatever it throws is told as an unexpected format. */
  read: (xml: string) => Value
}

/** Ten pages with their texts are far smaller. */
const MOST_BYTES = 8 * 1024 * 1024
/** One more attempt, and soon: a provider that asks for more patience is left for the next one. */
const RETRIES = {
  mendable: new Set<SearchReason>(['quota', 'status', 'unreachable']),
  retries: 1,
  longestPauseMs: 2_000,
}

/**
 * Asks a provider that the operator named, once more where that may help, and reads its JSON. Redirects are not
 * followed: the key would go along.
 * @throws {SearchFailure}
 */
export function askJson<Schema extends ZodType>({ schema, ...request }: AskJson<Schema>): Promise<z.infer<Schema>> {
  return ask(request, 'application/json', (text) => schema.parse(JSON.parse(text)))
}

/** As `askJson`, of a service that answers in XML. */
export function askXml<Value>({ read, ...request }: AskXml<Value>): Promise<Value> {
  return ask(request, 'application/atom+xml, application/xml, text/xml', read)
}

function ask<Value>(request: Asking, accept: string, read: (text: string) => Value): Promise<Value> {
  return withRetries(async () => parse(await attempt(request, accept), read), { ...RETRIES, signal: request.signal })
}

async function attempt(request: Asking, accept: string): Promise<string> {
  const { url, headers, body, signal, usedUp = [402], pace } = request
  await pace?.(signal)
  try {
    const response = await fetch(url, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        accept,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      redirect: 'manual',
      signal,
    })
    if (!response.ok) throw await refusal(response, usedUp)
    return await readText(response)
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof SearchFailure) throw error
    throw new SearchFailure('unreachable', 'cannot be reached')
  }
}

async function refusal(response: Response, usedUp: readonly number[]): Promise<SearchFailure> {
  await response.body?.cancel().catch(() => {})
  const { status } = response
  const retryAfter = retryAfterMs(response.headers.get('retry-after'))
  if (status === 401 || status === 403)
    return new SearchFailure('key', `answers ${status}: it rejects the key or the requested format`)
  if (usedUp.includes(status))
    return new SearchFailure('quota', `answers ${status}: the plan is used up`, Number.POSITIVE_INFINITY)
  if (status === 429) return new SearchFailure('quota', 'answers 429: too many searches', retryAfter)
  return new SearchFailure('status', `answers ${status}`, status >= 500 ? retryAfter : Number.POSITIVE_INFINITY)
}

async function readText(response: Response): Promise<string> {
  if (!response.body) return ''
  const tooLarge = () => new SearchFailure('format', `sends more than ${MOST_BYTES} bytes`)
  const chunks: Uint8Array[] = []
  for await (const chunk of boundedBody(response.body, MOST_BYTES, tooLarge)) chunks.push(chunk)
  return new TextDecoder().decode(Buffer.concat(chunks))
}

function parse<Value>(text: string, read: (text: string) => Value): Value {
  try {
    return read(text)
  } catch {
    throw new SearchFailure('format', 'sent an unexpected response')
  }
}
