import { ConfigurationError } from '#client/configuration-error.ts'
import { APIError } from '#client/errors.ts'
import { CONTENT_TYPE, RETRY_AFTER } from '#contract/tables.ts'

/**
 * Turns an error that the client threw before there was a stream into a relay's response: the service's status, code
 * and `Retry-After` if they concern the browser, else 502, or 500 for a mistake in the relay itself.
 * `readResearchStream` turns it back into the same class of error. It reveals no key, no addresses and no causes.
 *
 * @example
 * ```ts
 * import { DeepResearch } from '@deep-research/sdk'
 * import { toResponse } from '@deep-research/sdk/relay'
 *
 * export async function handle(request: Request): Promise<Response> {
 *   try {
 *     const stream = await new DeepResearch().stream({ query: await request.text() }, { signal: request.signal })
 *     return stream.toResponse()
 *   } catch (error) {
 *     return toResponse(error)
 *   }
 * }
 * ```
 */
export function toResponse(error: unknown): Response {
  // A refused key is the relay's own problem.
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
