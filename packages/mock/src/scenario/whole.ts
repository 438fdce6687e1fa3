import { HEADERS } from '@deep-research/sdk/contract'
import { checkOptions } from '#options/check-options.ts'
import type { Scenario } from './scenario.ts'

/** A response as it is, byte by byte. */
export interface RawResponseOptions {
  /** Default: 502. */
  status?: number
  /** Default: a proxy's error page. */
  body?: string
  /** Headers to add or replace. Default: those of an HTML page, and `X-Request-Id`. */
  headers?: Record<string, string>
}

/** Answers with any response at all, such as a proxy's HTML page or a redirect. */
export function rawResponse(options: RawResponseOptions = {}): Scenario {
  checkOptions('rawResponse', options, { status: 'number', body: 'string', headers: 'object' })
  const { status = 502, body = '<html><body><h1>502 Bad Gateway</h1></body></html>' } = options
  return {
    name: 'rawResponse',
    reply: ({ id }) => ({
      kind: 'whole',
      status,
      headers: { [HEADERS.contentType]: 'text/html', [HEADERS.requestId]: id, ...options.headers },
      body,
    }),
  }
}

/** How the service cannot be reached. */
export interface UnreachableOptions {
  /** Milliseconds before the connection breaks. Default: 0. */
  afterMs?: number
}

/** Breaks the connection before any response. */
export function unreachable(options: UnreachableOptions = {}): Scenario {
  checkOptions('unreachable', options, { afterMs: 'number' })
  return { name: 'unreachable', reply: () => ({ kind: 'unreachable', afterMs: options.afterMs ?? 0 }) }
}
