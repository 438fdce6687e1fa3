import { streamResponse } from '#client/stream-response.ts'
import { IDEMPOTENCY_KEY, LAST_EVENT_ID, RESUMABLE, RESUME } from '#contract/tables.ts'
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
  /** Starts a research that goes on without a reader, where the service can do that. */
  stream(
    params: ResearchRequest,
    options: { readonly idempotencyKey?: string | undefined; readonly detached: true },
  ): PromiseLike<RelayStream>
  /** Follows a request from a known event on. */
  resume(id: string, options: { readonly after: number }): PromiseLike<RelayStream>
  /** Cancels a request that is running, by its id or by the key with which it was started. */
  cancel(which: string | { readonly idempotencyKey: string }): PromiseLike<void>
}

/** Options of a relay. */
export interface RelayOptions {
  /**
   * Whether a visitor may start research, or cancel what they are just starting (`id` undefined), or resume or cancel
   * the research with that id; return a Response to refuse. Ids cannot be guessed, but your key opens all of them: check
   * whose they are if that matters.
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
   * The idempotency key for the service, from the one that the page made for its question: a question that a page sends
   * twice is charged once. Add to it who asks if visitors may know each other's keys.
   *
   * @defaultValue the page's own
   */
  readonly idempotencyKey?: (request: Request, key: string) => string | Promise<string>
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
  const { body, over } = outlive(stream.toReadableStream())
  waitUntil?.(over)
  const { headers } = stream.response
  const response = streamResponse(body, headers)
  if (headers.get(RESUMABLE) === 'true') response.headers.set(RESUMABLE, 'true')
  return response
}

/** The key that the page gave its question. */
async function keyOf(
  request: Request,
  { idempotencyKey = (_, key) => key }: RelayOptions,
): Promise<string | undefined> {
  const key = request.headers.get(IDEMPOTENCY_KEY)
  return key === null ? undefined : idempotencyKey(request, key)
}

const notFound = (): Response =>
  refusal(
    404,
    'NOT_FOUND',
    'not_found_error',
    'A research is begun with POST, and cancelled with DELETE and ?id= or its Idempotency-Key.',
  )

/**
 * The server's side of `useResearch` of `@deep-research/sdk/react`. POST starts research, or resumes the one that
 * `X-Research-Resume` names; DELETE cancels the one with `?id=`, or the one that was started with the same
 * `Idempotency-Key`. If the page leaves, its research, which is already paid for, continues to its end, and the page may
 * come back to it.
 *
 * @param client - the client, or a function that makes it at the first request, because a build may have no key
 * @example
 * ```ts
 * import { DeepResearch } from '@deep-research/sdk'
 * import { createRelay } from '@deep-research/sdk/relay'
 *
 * const relay = createRelay(() => new DeepResearch())
 * export { relay as POST, relay as DELETE }
 * ```
 */
export function createRelay(client: RelayClient | (() => RelayClient), options: RelayOptions = {}): Relay {
  let made: RelayClient | undefined
  const clientOf = (): RelayClient => {
    made ??= typeof client === 'function' ? client() : client
    return made
  }
  const start = async (request: Request): Promise<Response> => {
    const idempotencyKey = await keyOf(request, options)
    let params: ResearchRequest
    try {
      params = await (options.params ?? paramsOf)(request)
    } catch {
      return refusal(400, 'INVALID_REQUEST', 'invalid_request_error', 'The body is not valid JSON.')
    }
    return answer(await clientOf().stream(params, { idempotencyKey, detached: true }), options)
  }
  const resume = async (request: Request, id: string): Promise<Response> =>
    answer(await clientOf().resume(id, { after: positionOf(request) }), options)
  const cancel = async (request: Request, id: string | null): Promise<Response> => {
    const idempotencyKey = id === null ? await keyOf(request, options) : undefined
    await clientOf().cancel(idempotencyKey === undefined ? String(id) : { idempotencyKey })
    return new Response(null, { status: 204 })
  }
  return async (request) => {
    const { method, url, headers } = request
    const isCancel = method === 'DELETE'
    const id = isCancel ? new URL(url).searchParams.get('id') : headers.get(RESUME)
    if (method !== 'POST' && (!isCancel || (id ?? headers.get(IDEMPOTENCY_KEY)) === null)) return notFound()
    const refused = await options.authorize?.(request, id ?? undefined)
    if (refused !== undefined) return refused
    try {
      if (isCancel) return await cancel(request, id)
      return await (id === null ? start(request) : resume(request, id))
    } catch (error) {
      return toResponse(error)
    }
  }
}
