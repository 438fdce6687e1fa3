import { boundedFetch } from './bounded-fetch.ts'
import { TIMEOUT_MS } from './converse.ts'
import { keyHeaders, type SemanticEndpoint } from './endpoint.ts'
import { connectionFailure, parsedJson, refusalOf } from './failure-of.ts'
import { watchForLife } from './sign-of-life.ts'

/**
 * Sends JSON, and gives what comes back.
 * @throws {ModelFailure}; the signal's reason when aborted
 */
export async function postJson(
  url: URL,
  body: unknown,
  { apiKey, timeoutMs = TIMEOUT_MS }: Pick<SemanticEndpoint, 'apiKey' | 'timeoutMs'>,
  signal: AbortSignal,
): Promise<unknown> {
  const watch = watchForLife(signal, { first: timeoutMs, later: timeoutMs })
  try {
    const headers = { 'content-type': 'application/json', ...keyHeaders({ kind: 'openai-compatible', apiKey }, url) }
    const response = await boundedFetch(url, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
      signal: watch.signal,
    })
    const said = await response.text()
    if (!response.ok) throw refusalOf(response.status, said, { headers: response.headers, secrets: [apiKey] })
    return parsedJson(said, 'format')
  } catch (error) {
    signal.throwIfAborted()
    throw watch.failure() ?? connectionFailure(error)
  } finally {
    watch.end()
  }
}
