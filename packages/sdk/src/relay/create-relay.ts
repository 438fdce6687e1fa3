import { LAST_EVENT_ID, REQUEST_ID, RESUMABLE, RESUME, STREAM_HEADERS } from '#contract/tables.ts'
import type { ResearchRequest } from '#contract/types.ts'
import { outlive } from './outlive.ts'
import { toResponse } from './to-response.ts'

/** The parts of a stream that the relay uses; a `ResearchStream` has them. */
export interface RelayStream {
  /** The head of the service's response. */
  readonly response: Response
  /** The events as Server-Sent Events, in bytes. */
  toReadableStream(): ReadableStream<Uint8Array>
}

/** The parts of a client that the relay uses; a `DeepResearch` has them. */
export interface RelayClient {
  /** Starts a research. */
  stream(params: ResearchRequest): PromiseLike<RelayStream>
  /** Follows a request from a known event on. */
  resume(id: string, options: { readonly after: number }): PromiseLike<RelayStream>
  /** Cancels a request that is running. */
  cancel(id: string): PromiseLike<void>
}

/** Options of a relay. */
export interface RelayOptions {
  /**
   * Whether a visitor may start research (`id` undefined), or resume or cancel the one with that id; return a Response
   * to refuse. Ids cannot be guessed, but your key opens all of them: check whose they are if that matters.
   *
   * @defaultValue everybody may
   */
  readonly authorize?: (
    request: Request,
    id: string | undefined,
  ) => Response | undefined | Promise<Response | undefined>
  /**
   * What to research for a request.
   *
   * @defaultValue `query`, `reasoning_level` and `options` of its JSON body
   */
  readonly params?: (request: Request) => ResearchRequest | Promise<ResearchRequest>
  /**
   * Keeps a worker alive until research that its page has left is finished, such as `(work) =>
   * context.waitUntil(work)`.
   */
  readonly waitUntil?: (work: Promise<void>) => void
}

/** Answers a page's requests. Use it in any server that supports the `Request` and `Response` of fetch. */
export type Relay = (request: Request) => Promise<Response>

const KEPT = ['query', 'reasoning_level', 'options'] as const

const refusal = (status: number, code: string, type: string, message: string): Response =>
  new Response(JSON.stringify({ error: { type, code, message } }), {
    status,
    headers: { 'content-type': 'application/json' },
  })

/** The fields that a page may set. Other fields, such as `metadata`, are for the relay to set. */
async function paramsOf(request: Request): Promise<ResearchRequest> {
  const body: Partial<ResearchRequest> = await request.json()
  const kept = KEPT.flatMap((field) => (body?.[field] === undefined ? [] : [[field, body[field]]]))
  return Object.fromEntries(kept)
}

function positionOf(request: Request): number {
  const after = Number(request.headers.get(LAST_EVENT_ID) ?? '0')
  return Number.isSafeInteger(after) && after >= 0 ? after : 0
}

/** Responds with the stream's own format and headers, so that `readResearchStream` and `useResearch` can read it. */
function answer(stream: RelayStream, { waitUntil }: RelayOptions): Response {
  const headers = new Headers(STREAM_HEADERS)
  for (const name of [REQUEST_ID, RESUMABLE]) {
    const value = stream.response.headers.get(name)
    if (value !== null) headers.set(name, value)
  }
  const { body, over } = outlive(stream.toReadableStream())
  waitUntil?.(over)
  return new Response(body, { headers })
}

/**
 * The server's side of `useResearch` of `@deep-research/sdk/react`. POST starts research, or resumes the one that
 * `X-Research-Resume` names; DELETE with `?id=` cancels one. If the page leaves, its research, which is already paid
 * for, continues to its end, and the page may come back to it.
 *
 * @example
 * ```ts
 * import { DeepResearch } from '@deep-research/sdk'
 * import { createRelay } from '@deep-research/sdk/relay'
 *
 * const relay = createRelay(new DeepResearch())
 * export { relay as POST, relay as DELETE }
 * ```
 */
export function createRelay(client: RelayClient, options: RelayOptions = {}): Relay {
  const post = async (request: Request, id: string | null): Promise<Response> => {
    if (id !== null) return answer(await client.resume(id, { after: positionOf(request) }), options)
    let params: ResearchRequest
    try {
      params = await (options.params ?? paramsOf)(request)
    } catch {
      return refusal(400, 'INVALID_REQUEST', 'invalid_request_error', 'The body is not valid JSON.')
    }
    return answer(await client.stream(params), options)
  }
  return async (request) => {
    const { method, url, headers } = request
    const id = method === 'DELETE' ? new URL(url).searchParams.get('id') : headers.get(RESUME)
    if (method !== 'POST' && (method !== 'DELETE' || id === null)) {
      return refusal(
        404,
        'NOT_FOUND',
        'not_found_error',
        'A research is begun with POST, and cancelled with DELETE and ?id=.',
      )
    }
    const refused = await options.authorize?.(request, id ?? undefined)
    if (refused !== undefined) return refused
    try {
      if (method === 'POST') return await post(request, id)
      await client.cancel(id ?? '')
      return new Response(null, { status: 204 })
    } catch (error) {
      return toResponse(error)
    }
  }
}
