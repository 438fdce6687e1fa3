import { randomUUID } from 'node:crypto'
import { APIError, DeepResearch, ResearchFailedError } from '@deep-research/sdk'
import type { ResearchEvent } from '@deep-research/sdk/contract'
import { onTestFinished } from 'vitest'

/** What a caller was told of one call. */
export interface Told {
  /** The service's id of the request; undefined where it was refused. */
  id: string | undefined
  events: ResearchEvent[]
  /** What the call threw, if it did. */
  error: unknown
}

/** A call that is being made. */
interface Asked {
  query: string
  id: string | undefined
  events: number
  since: Date
}

/** Calls of one account, one after the other. */
export interface Asking {
  told: Told[]
  /** What is being asked, for whoever wants to know why it does not end. */
  readonly asked: Asked | undefined
  /** How many envelopes have arrived in all. */
  readonly arrived: number
  /** Resolves when the call that is being made is over; no other one is made. */
  stop(): Promise<void>
}

/** A call goes on trying, whatever the faults of a test make of it. */
const PATIENT = {
  maxRetries: Number.POSITIVE_INFINITY,
  maxResumes: Number.POSITIVE_INFINITY,
  trustIdempotencyKey: true,
}

/** Asks as a careful program does: each call has a name, and is made again until it is known what came of it. */
export function keepAsking(
  { url: baseURL, fetch }: { url: string; fetch?: typeof globalThis.fetch },
  apiKey: string,
  queries: readonly string[],
): Asking {
  const client = new DeepResearch({ baseURL, apiKey, fetch: hurrying(fetch), ...PATIENT })
  const told: Told[] = []
  let arrived = 0
  let stopped = false
  // A test that fails leaves nobody behind who asks on for ever.
  const controller = new AbortController()
  onTestFinished(() => {
    stopped = true
    controller.abort()
  })
  let asked: (() => Asked) | undefined
  const call = async (query: string) => {
    const one: Told = { id: undefined, events: [], error: undefined }
    const since = new Date()
    asked = () => ({ query, id: one.id, events: one.events.length, since })
    try {
      const stream = await client.stream(
        { query },
        {
          headers: { 'idempotency-key': randomUUID() },
          signal: controller.signal,
        },
      )
      one.id = stream.requestId
      for await (const event of stream) {
        one.events.push(event as ResearchEvent)
        arrived += 1
      }
    } catch (error) {
      one.error = error
    }
    told.push(one)
  }
  const run = async () => {
    for (let calls = 0; !stopped; calls += 1) await call(queries[calls % queries.length] ?? 'short')
  }
  const running = run()
  return {
    told,
    get asked() {
      return asked?.()
    },
    get arrived() {
      return arrived
    },
    async stop() {
      stopped = true
      await running
    },
  }
}

/** Comes back at once where the service asks for seconds of patience: what is tested is that it may come back. */
function hurrying(send: typeof fetch = globalThis.fetch): typeof fetch {
  return async (...call) => {
    const response = await send(...call)
    if (response.status !== 502) return response
    const headers = new Headers(response.headers)
    headers.set('retry-after', '0')
    return new Response(await response.text(), { status: response.status, headers })
  }
}

/** Whether a call ended in success, or in what the service says of a failure of its own. */
export function endedTruly({ error }: Told): boolean {
  if (error === undefined || ResearchFailedError.isInstance(error)) return true
  return APIError.isInstance(error) && error.code === 'PROXY_ERROR'
}
