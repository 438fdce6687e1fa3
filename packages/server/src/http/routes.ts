import {
  BODY_TOO_LARGE,
  checkBodyHeaders,
  HEADERS,
  LIMITS,
  RESEARCH_PATH,
  STREAM_HEADERS,
} from '@deep-research/sdk/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Principal } from '#accounts/ports.ts'
import type { Admission, Let } from '#admission/admission.ts'
import type { CredentialHeaders } from '#admission/authenticate.ts'
import type { FailedCredentials } from '#admission/failed-credentials.ts'
import { invalidApiKey, tooManyFailures } from '#protocol/api-error.ts'
import { readAttemptHeaders } from '#protocol/attempt-headers.ts'
import { parseRequest } from '#protocol/parse-request.ts'
import { readBody } from './read-body.ts'
import { refuse } from './respond.ts'
import { sendEvents } from './send-events.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose key the request carried, once that is known. */
    principal: Principal | undefined
  }
}

export interface ResearchRouteParts {
  authenticate: (headers: CredentialHeaders) => Promise<Principal | undefined>
  failedCredentials: FailedCredentials
  admission: Admission
  keepAliveMs: number
}

/** Bytes of a body that are received and thrown away, so that the connection can be used again. */
const UNREAD_BODY = 65_536

/** `POST /v1/research`: credential before body, body before admission, and then the stream. `DELETE` beside it. */
export function registerResearch(app: FastifyInstance, parts: ResearchRouteParts): void {
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => authenticate(request, reply, parts)
  app.decorateRequest('principal', undefined)
  app.post(RESEARCH_PATH, { onRequest, handler: (request, reply) => research(request, reply, parts) })
  app.delete<{ Params: { id: string } }>(`${RESEARCH_PATH}/:id`, {
    onRequest,
    async handler({ params, principal }, reply) {
      if (!principal) return refuse(reply, invalidApiKey)
      const refusal = await parts.admission.cancel(params.id, principal.accountId)
      return refusal ? refuse(reply, refusal) : reply.code(204).send()
    },
  })
}

async function authenticate(request: FastifyRequest, reply: FastifyReply, parts: ResearchRouteParts) {
  request.principal = await parts.authenticate({
    apiKey: single(request.headers[HEADERS.apiKey]),
    authorization: request.headers.authorization,
  })
  if (request.principal) return
  hangUpOnLongBody(request, reply)
  const seconds = parts.failedCredentials.note(request.ip)
  return refuse(reply, seconds === undefined ? invalidApiKey : tooManyFailures(seconds))
}

async function research(request: FastifyRequest, reply: FastifyReply, parts: ResearchRouteParts) {
  const { principal, headers } = request
  if (!principal) return refuse(reply, invalidApiKey)
  const wrongHeaders = checkBodyHeaders(headers[HEADERS.contentType], headers['content-encoding'])
  if (wrongHeaders) return refuse(hangUpOnLongBody(request, reply), wrongHeaders)
  const body = await readBody(request.raw, LIMITS.bodyBytes)
  if (body === 'gone') return reply.hijack()
  if (body === 'too-large') return refuse(reply.header('connection', 'close'), BODY_TOO_LARGE)
  const parsed = parseRequest(body.bytes)
  if ('error' in parsed) return refuse(reply, parsed.error)
  const attempt = readAttemptHeaders(headers)
  if ('error' in attempt) return refuse(reply, attempt.error)
  const admitted = await parts.admission.admit({ id: request.id, ...principal, ...parsed, ...attempt })
  if ('error' in admitted) return refuse(reply, admitted.error)
  stream(reply, admitted, parts.keepAliveMs)
  return reply
}

/** A body that nobody reads would otherwise be received to its end, however long it is. */
function hangUpOnLongBody({ headers }: FastifyRequest, reply: FastifyReply): FastifyReply {
  const chunked = headers['transfer-encoding'] !== undefined
  return chunked || Number(headers['content-length'] ?? 0) > UNREAD_BODY ? reply.header('connection', 'close') : reply
}

/** Takes the response over: its head leaves at once, before the first event. */
function stream(reply: FastifyReply, { feed, after }: Let, keepAliveMs: number): void {
  reply.hijack()
  const headers = {
    ...reply.getHeaders(),
    ...STREAM_HEADERS,
    [HEADERS.requestId]: feed.id,
    [HEADERS.resumable]: 'true',
  }
  reply.raw.writeHead(200, headers as Record<string, string>)
  reply.raw.flushHeaders()
  sendEvents(reply.raw, feed, { after, keepAliveMs })
}

function single(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(', ') : header
}
