import type { Dial, Resolve } from '../fetch/dial.ts'
import { FetchFailure } from '../fetch/failure.ts'
import { createGuardedFetch } from '../fetch/guarded-fetch.ts'
import type { PageRenderer } from '../fetch/rendered-page.ts'
import { Breaker } from '../search/breaker.ts'
import { type ReaderSetting, readerKind } from './readers.ts'

export interface RendererOptions extends ReaderSetting {
  userAgent: string
  /** Default: the system's. */
  resolve?: Resolve | undefined
  /** Default: TCP and TLS. */
  dial?: Dial | undefined
  /** Milliseconds of a clock that never goes back. Default: `performance.now`. */
  now?: (() => number) | undefined
}

/** Browsers are slow, and some pages come in parts. Redirects would take the key along. */
const LIMITS = { ms: 30_000, redirects: 0 }

/** Makes what asks the reader that an operator named: the only server that is asked where it is, also at a private address. */
export function createRenderer(options: RendererOptions): PageRenderer {
  const { baseUrl, apiKey, userAgent, resolve, dial, now = () => performance.now() } = options
  const kind = readerKind(options)
  const base = (baseUrl ?? kind.baseUrl).replace(/(?<!\/)\/+$/, '')
  const { host, origin } = new URL(base)
  const fetch = createGuardedFetch({
    ...{ userAgent, limits: LIMITS, named: origin },
    ...(resolve && { resolve }),
    ...(dial && { dial }),
  })
  const breaker = new Breaker(now)
  return {
    name: host,
    async render(page, signal) {
      if (!breaker.closed) throw new FetchFailure('unreachable', 'failed so often that it is left alone for now')
      const { address, headers, body } = kind.ask(base, page)
      const authorization = apiKey ? { authorization: `Bearer ${apiKey}` } : {}
      try {
        const answer = await fetch(address, {
          ...{ signal, types: kind.types, headers: { ...headers, ...authorization } },
          ...(body !== undefined && { body }),
        })
        const rendered = readAnswer(() => kind.read(answer))
        breaker.succeeded()
        return rendered
      } catch (error) {
        signal.throwIfAborted()
        breaker.failed()
        throw error
      }
    },
  }
}

function readAnswer<Value>(read: () => Value): Value {
  try {
    return read()
  } catch (error) {
    if (error instanceof FetchFailure) throw error
    throw new FetchFailure('unreadable', 'sent an unexpected response')
  }
}
