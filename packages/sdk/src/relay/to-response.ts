import { APIError, ConfigurationError } from '#client/errors.ts'
import { CONTENT_TYPE, RETRY_AFTER } from '#contract/tables.ts'

/**
 * What a relay answers its browser with where the client threw before there was a stream: the status, code and
 * `Retry-After` of the service where they are the browser's to know, else 502, and 500 for a mistake in the relay
 * itself. `readResearchStream` makes the same class of error of it again. Nothing of the key, of addresses or of causes
 * is in it.
 *
 * @example
 * ```ts
 * import { DeepResearch } from '@deep-research/sdk'
 * import { toResponse } from '@deep-research/sdk/relay'
 *
 * export async function handle(request: Request): Promise<Response> {
 *   try {
 *     const stream = await new DeepResearch().stream({ query: await request.text() }, { signal: request.signal })
 *     return new Response(stream.toReadableStream(), { headers: { 'content-type': 'text/event-stream' } })
 *   } catch (error) {
 *     return toResponse(error)
 *   }
 * }
 * ```
 */
export function toResponse(error: unknown): Response {
  // A key that is refused is the relay's own trouble.
  const isBrowsers = APIError.isInstance(error) && error.code && error.status < 500 && error.status !== 401
  const known = isBrowsers ? error : undefined
  const status = known?.status ?? (ConfigurationError.isInstance(error) ? 500 : 502)
  const {
    code = 'PROXY_ERROR',
    type = 'proxy_error',
    message = 'The research service could not be reached.',
  } = known ?? {}
  const headers = new Headers({ [CONTENT_TYPE]: 'application/json' })
  if (known?.retryAfterMs !== undefined) headers.set(RETRY_AFTER, String(Math.ceil(known.retryAfterMs / 1_000)))
  return new Response(JSON.stringify({ error: { type, code, message } }), { status, headers })
}
