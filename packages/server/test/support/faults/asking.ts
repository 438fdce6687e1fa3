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
  /** The last things that were sent for it, and what came of each. */
  sent: readonly string[]
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

/** How many of the last requests of a caller are kept. */
const SENT_KEPT = 6

/** A call goes on trying, whatever the faults of a test make of it. */
const PATIENT = {
  retry: { limit: Number.POSITIVE_INFINITY, unknownOutcome: true },
  resume: { giveUpAfterMs: Number.POSITIVE_INFINITY },
}

/**
 * Asks as a careful program does: each call has a name, and is made again until it is known what came of it. With
 * `background`, every other call is left as soon as it has begun, and read when it has ended.
 */
export function keepAsking(
  { url: baseURL, fetch }: { url: string; fetch?: typeof globalThis.fetch },
  apiKey: string,
  queries: readonly string[],
  { background = false } = {},
): Asking {
  let sent: string[] = []
  const note = (line: string) => {
    sent = [...sent, line].slice(-SENT_KEPT)
  }
  const client = new DeepResearch({ baseURL, apiKey, fetch: hurrying(noting(note, fetch)), ...PATIENT })
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
  const open = async (query: string, detached: boolean) => {
    const { signal } = controller
    const headers = { 'idempotency-key': randomUUID() }
    const stream = await client.stream({ query }, { headers, detached, signal })
    if (!detached) return stream
    const { id } = await stream.detach()
    await client.wait(id, { signal })
    return await client.resume(id, { signal })
  }
  const call = async (query: string, detached: boolean) => {
    const one: Told = { id: undefined, events: [], error: undefined }
    const since = new Date()
    asked = () => ({ query, id: one.id, events: one.events.length, since, sent })
    try {
      const stream = await open(query, detached)
      one.id = stream.id
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
    for (let calls = 0; !stopped; calls += 1) {
      await call(queries[calls % queries.length] ?? 'short', background && calls % 2 === 1)
    }
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

/** Notes from where each request reads, which process answered it, and how. */
function noting(note: (line: string) => void, send: typeof fetch = globalThis.fetch): typeof fetch {
  return async (input, init) => {
    const asks = `${init?.method} from ${new Headers(init?.headers).get('last-event-id')}`
    const at = new Date().toISOString()
    try {
      const response = await send(input, init)
      note(`${at} ${asks}: ${response.status} from ${response.url}`)
      return response
    } catch (error) {
      note(`${at} ${asks}: ${error}`)
      throw error
    }
  }
}

/** Comes back at once, or soon, where the service asks for patience: what is tested is that it may come back. */
function hurrying(send: typeof fetch): typeof fetch {
  return async (...call) => {
    const response = await send(...call)
    const isRunning = response.status === 200 && response.headers.has('retry-after')
    if (response.status !== 502 && !isRunning) return response
    const headers = new Headers(response.headers)
    headers.set('retry-after', isRunning ? '0.05' : '0')
    return new Response(await response.text(), { status: response.status, headers })
  }
}

/** Whether a call ended in success, or in what the service says of a failure of its own. */
export function endedTruly({ error }: Told): boolean {
  if (error === undefined || ResearchFailedError.isInstance(error)) return true
  return APIError.isInstance(error) && error.code === 'PROXY_ERROR'
}
