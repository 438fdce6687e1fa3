import type { IncomingMessage } from 'node:http'
import { BODY_TOO_LARGE, checkBodyHeaders, HEADERS, LIMITS, STREAM_HEADERS } from '@deep-research/sdk/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Principal } from '#accounts/ports.ts'
import type { Admission, AdmittedStream, Caller } from '#admission/admission.ts'
import { type ApiError, accountHeaders } from '#protocol/api-error.ts'
import { readIdempotencyKey } from '#protocol/attempt-headers.ts'
import type { ParsedRequest } from '#protocol/parse-request.ts'
import { hangUpOnLongBody } from './check-credential.ts'
import { readBody } from './read-body.ts'
import { SAFETY_HEADERS } from './safety-headers.ts'
import type { SendEvents, StreamForm } from './send-events.ts'

/** Whoever asks: an account, and its key if it was not a session. */
export type Asker = Pick<Principal, 'accountId'> & Partial<Pick<Principal, 'keyId'>>

/** Checks the headers of a body and reads it; `gone` if its client left meanwhile. */
export async function takeBody(
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<'gone' | { error: ApiError } | { bytes: Uint8Array }> {
  const { headers } = request
  const wrong = checkBodyHeaders(headers[HEADERS.contentType], headers['content-encoding'])
  if (!wrong) return await readWithinLimit(request, reply)
  hangUpOnLongBody(request, reply)
  return { error: wrong }
}

/** Reads a body that may be of any type. */
export async function readWithinLimit(
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<'gone' | { error: ApiError } | { bytes: Uint8Array }> {
  const body = await readBody(request.raw, LIMITS.bodyBytes)
  if (body !== 'too-large') return body
  reply.header('connection', 'close')
  return { error: BODY_TOO_LARGE }
}

/** Has a checked request admitted: the only way to research, whatever protocol a client speaks. */
export async function begin(
  { id, headers }: FastifyRequest,
  reply: FastifyReply,
  {
    who: { accountId, keyId },
    detached,
    asked: request,
    admission,
  }: { who: Asker; detached: boolean; asked: ParsedRequest; admission: Admission },
): Promise<AdmittedStream | { error: ApiError }> {
  const named = readIdempotencyKey(headers)
  if ('error' in named) return named
  const caller = callerOf(reply.raw)
  return await admission.admit({ id, accountId, keyId, request, idempotencyKey: named.key, detached, caller })
}

function callerOf(response: FastifyReply['raw']): Caller {
  return {
    onGone(left) {
      if (response.destroyed) left()
      else response.once('close', left)
      return () => response.off('close', left)
    },
  }
}

export interface StreamParts {
  sendEvents: SendEvents
  detached: boolean
  /** Further headers. */
  headers?: Record<string, string>
  /** Default: envelopes as they are. */
  form?: StreamForm
}

/** Takes the response over: its head is sent at once, before the first event. */
export function stream(
  reply: FastifyReply,
  { feed, from, account, seated }: AdmittedStream,
  { sendEvents, detached, headers, form }: StreamParts,
): void {
  reply.hijack()
  forgetHeaders(reply.request.raw)
  reply.raw.writeHead(200, {
    ...SAFETY_HEADERS,
    ...STREAM_HEADERS,
    ...accountHeaders(account),
    [HEADERS.requestId]: feed.id,
    ...headers,
    ...(detached && { [HEADERS.detached]: 'true' }),
  })
  reply.raw.flushHeaders()
  sendEvents(reply.raw, feed, from, form)
  seated()
}

/** Frees the request's headers, since a stream may last long and does not need the key that opened it. */
function forgetHeaders(request: IncomingMessage): void {
  request.headers = {}
  request.rawHeaders = []
}
