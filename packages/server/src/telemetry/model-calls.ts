import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Metrics } from '#kernel/metrics.ts'

const CREATED = 'undici:request:create'
const ANSWERED = 'undici:request:headers'
const FAILED = 'undici:request:error'

/** What Node tells of a request of `fetch`. */
interface Message {
  request: { origin: string; method: string }
  response?: { statusCode: number }
}

/** Counts the calls of models, which are the POST requests of this process to their addresses. */
export function watchModelCalls(baseUrls: readonly string[], { asked }: Pick<Metrics, 'asked'>): { close(): void } {
  const origins = new Set(baseUrls.map((url) => new URL(url).origin))
  const begun = new WeakMap<object, number>()
  const created = (message: unknown) => {
    const { request } = message as Message
    if (request.method === 'POST' && origins.has(request.origin)) begun.set(request, performance.now())
  }
  const over = (message: unknown) => {
    const { request, response } = message as Message
    const start = begun.get(request)
    if (start === undefined) return
    // A request that breaks off after its answer has begun is counted once.
    begun.delete(request)
    asked(response ? `${Math.floor(response.statusCode / 100)}xx` : 'unreachable', performance.now() - start)
  }
  const watched = [
    [CREATED, created],
    [ANSWERED, over],
    [FAILED, over],
  ] as const
  for (const [channel, listener] of watched) subscribe(channel, listener)
  return {
    close() {
      for (const [channel, listener] of watched) unsubscribe(channel, listener)
    },
  }
}
