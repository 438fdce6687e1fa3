import type { ZodType, z } from 'zod'
import { boundedBody } from '#http/bounded-body.ts'
import { retryAfterMs, withRetries } from '#http/with-retries.ts'
import { SearchFailure, type SearchReason } from './provider.ts'

export interface AskJson<Schema extends ZodType> {
  url: URL
  headers?: Record<string, string>
  /** Sent as JSON by POST; without one it is a GET. */
  body?: unknown
  schema: Schema
  /** Statuses with which it says that the plan is used up. Default: 402. */
  usedUp?: readonly number[]
  signal: AbortSignal
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
export function askJson<Schema extends ZodType>(request: AskJson<Schema>): Promise<z.infer<Schema>> {
  return withRetries(() => attempt(request), { ...RETRIES, signal: request.signal })
}

async function attempt<Schema extends ZodType>(request: AskJson<Schema>): Promise<z.infer<Schema>> {
  const { url, headers, body, schema, signal, usedUp = [402] } = request
  let text: string
  try {
    const response = await fetch(url, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      redirect: 'manual',
      signal,
    })
    if (!response.ok) throw await refusal(response, usedUp)
    text = await readText(response)
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof SearchFailure) throw error
    throw new SearchFailure('unreachable', 'cannot be reached')
  }
  return parse(text, schema)
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

function parse<Schema extends ZodType>(text: string, schema: Schema): z.infer<Schema> {
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    throw new SearchFailure('format', 'sent an unexpected response')
  }
}
