import { HEADERS, RESEARCH_PATH } from '@deep-research/sdk/contract'
import { testApiKey } from '#request/credential.ts'

/** Whether a page sent this request to its relay. */
export function isRelayed({ url }: Request, relay: string | undefined): boolean {
  return relay !== undefined && new URL(url).pathname === relay
}

/**
 * The request that a relay sends to the service for a page: with the relay's key, and with the research's id in the
 * path.
 */
export function asService(request: Request): Request {
  const id = request.method === 'DELETE' ? new URL(request.url).searchParams.get('id') : null
  const url = new URL(`${RESEARCH_PATH}${id === null ? '' : `/${id}`}`, request.url)
  const headers = new Headers(request.headers)
  headers.set(HEADERS.apiKey, testApiKey())
  // A page may leave the content type out; the relay adds it.
  headers.set(HEADERS.contentType, 'application/json')
  const { method, signal, body } = request
  const init: RequestInit & { duplex?: 'half' } = { method, headers, signal, ...(body && { body, duplex: 'half' }) }
  return new Request(url, init)
}
