import { setTimeout as wait } from 'node:timers/promises'
import type { ZodType, z } from 'zod'
import { boundedBody } from '#http/bounded-body.ts'
import { retryAfterMs } from '#http/retry-after.ts'
import { SearchFailure } from './provider.ts'

export interface AskJson<Schema extends ZodType> {
  url: URL
  headers?: Record<string, string>
  /** Sent as JSON by POST; without one it is a GET. */
  body?: unknown
  schema: Schema
  /** Statuses with which it says that the plan is used up. Default: 402. */
  usedUp?: readonly number[]
  signal: AbortSignal
  /** Milliseconds for one attempt. Default: 8,000. */
  ms?: number
}

const ATTEMPT_MS = 8_000
const MOST_BYTES = 8_388_608
/** A provider that asks for more patience than this is left for the next one. */
const WORTH_WAITING = 2_000
const PAUSE = 300

/**
 * Asks a provider that the operator named, once more where that may help, and reads its JSON. Redirects are not
 * followed: the key would go along.
 * @throws {SearchFailure}
 */
export async function askJson<Schema extends ZodType>(request: AskJson<Schema>): Promise<z.infer<Schema>> {
  try {
    return await attempt(request)
  } catch (error) {
    request.signal.throwIfAborted()
    const pause = patience(error)
    if (pause === undefined) throw error
    await wait(pause, undefined, { signal: request.signal })
    return await attempt(request)
  }
}

/** Milliseconds after which a second attempt may do better; undefined where it would not, or not soon. */
function patience(error: unknown): number | undefined {
  if (!(error instanceof SearchFailure)) return undefined
  const { reason, retryAfter = PAUSE * (1 + Math.random()) } = error
  const mayPass = reason === 'quota' || reason === 'status' || reason === 'unreachable'
  return mayPass && retryAfter <= WORTH_WAITING ? retryAfter : undefined
}

async function attempt<Schema extends ZodType>(request: AskJson<Schema>): Promise<z.infer<Schema>> {
  const { url, headers, body, schema, signal, ms = ATTEMPT_MS, usedUp = [402] } = request
  const late = AbortSignal.timeout(ms)
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
      signal: AbortSignal.any([signal, late]),
    })
    if (!response.ok) throw await refusal(response, usedUp)
    text = await readText(response)
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof SearchFailure) throw error
    if (late.aborted) throw new SearchFailure('timeout', `did not answer within ${ms} ms`)
    throw new SearchFailure('unreachable', 'can not be reached')
  }
  return parse(text, schema)
}

async function refusal(response: Response, usedUp: readonly number[]): Promise<SearchFailure> {
  await response.body?.cancel().catch(() => {})
  const { status } = response
  const retryAfter = retryAfterMs(response.headers.get('retry-after'))
  if (status === 401 || status === 403)
    return new SearchFailure('key', `answers ${status}: the key, or the format asked for, is not accepted`)
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
    throw new SearchFailure('format', 'sends something else than was expected')
  }
}
