import { retryPause, wait } from '#kernel/retry-pause.ts'
import { UserError } from '#kernel/user-error.ts'

/** How an index is reached. */
export interface OpenSearchAddress {
  /** May hold a user and a password. */
  url: string
  /** A key as Elasticsearch issues it, in place of the user and the password. */
  apiKey: string | undefined
}

/** What is sent: JSON, or lines of it. */
export type Body = { json: unknown } | { lines: readonly string[] } | undefined

export interface Answer {
  status: number
  body: unknown
}

/** Sends requests to OpenSearch or Elasticsearch. */
export interface OpenSearchClient {
  /**
   * Sends a request, again if the server is busy.
   * @throws {@link UserError} if it cannot be reached or refuses; the statuses in `also` are answers as well.
   */
  send(method: string, path: string, body?: Body, also?: readonly number[]): Promise<Answer>
}

/** How often a busy server is asked again: for about half a minute. */
const RETRIES = 10

/** What a busy server answers. */
const BUSY = [429, 502, 503, 504]

export function createOpenSearchClient(address: OpenSearchAddress, signal: AbortSignal): OpenSearchClient {
  const { url, authorization } = readAddress(address)
  return {
    async send(method, path, body, also = []) {
      for (let failures = 0; ; failures += 1) {
        const answer = await attempt(`${url}${path}`, { method, authorization, body, signal })
        if (answer.status < 300 || also.includes(answer.status)) return answer
        if (!BUSY.includes(answer.status) || failures === RETRIES) throw refusal(answer)
        if (!(await wait(retryPause(failures), signal))) signal.throwIfAborted()
      }
    },
  }
}

function readAddress({ url, apiKey }: OpenSearchAddress): { url: string; authorization: string | undefined } {
  const parsed = new URL(url)
  const { username, password } = parsed
  parsed.username = ''
  parsed.password = ''
  const user = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  const basic = username === '' ? undefined : `Basic ${Buffer.from(user).toString('base64')}`
  return {
    url: parsed.href.replace(/(?<!\/)\/+$/, ''),
    authorization: apiKey === undefined ? basic : `ApiKey ${apiKey}`,
  }
}

interface Sent {
  method: string
  authorization: string | undefined
  body: Body
  signal: AbortSignal
}

async function attempt(url: string, { method, authorization, body, signal }: Sent): Promise<Answer> {
  const type = body && 'lines' in body ? 'application/x-ndjson' : 'application/json'
  try {
    const response = await fetch(url, {
      method,
      headers: {
        accept: 'application/json',
        ...(body && { 'content-type': type }),
        ...(authorization && { authorization }),
      },
      ...(body && { body: 'lines' in body ? `${body.lines.join('\n')}\n` : JSON.stringify(body.json) }),
      redirect: 'manual',
      signal,
    })
    const text = await response.text()
    return { status: response.status, body: parse(text) }
  } catch (error) {
    signal.throwIfAborted()
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    const code = cause instanceof Error && 'code' in cause ? ` (${cause.code})` : ''
    throw new UserError(`OPENSEARCH_URL is ${new URL(url).origin}, which cannot be reached${code}.`)
  }
}

/** A proxy on the way may answer with a page. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function refusal({ status, body }: Answer): UserError {
  if (status === 401 || status === 403)
    return new UserError(
      `The search server answers ${status}: it rejects the user of OPENSEARCH_URL, or OPENSEARCH_API_KEY.`,
    )
  const { error } = (body ?? {}) as { error?: { reason?: unknown } | string }
  const reason = typeof error === 'object' ? error.reason : error
  return new UserError(`The search server answers ${status}${typeof reason === 'string' ? `: ${reason}` : '.'}`)
}
