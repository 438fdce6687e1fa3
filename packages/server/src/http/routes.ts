import {
  BODY_TOO_LARGE,
  checkBodyHeaders,
  HEADERS,
  LIMITS,
  RESEARCH_PATH,
  STREAM_HEADERS,
} from '@deep-research/sdk/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import type { Principal } from '#accounts/ports.ts'
import type { Admission, Let } from '#admission/admission.ts'
import type { Authenticate } from '#admission/authenticate.ts'
import type { FailedCredentials } from '#admission/failed-credentials.ts'
import { invalidApiKey, tooManyFailures } from '#protocol/api-error.ts'
import { readAttemptHeaders } from '#protocol/attempt-headers.ts'
import { parseRequest } from '#protocol/parse-request.ts'
import { readBody } from './read-body.ts'
import { refuseCredential } from './refuse-credential.ts'
import { refuse } from './respond.ts'
import { SAFETY_HEADERS } from './safety-headers.ts'
import type { SendEvents } from './send-events.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose key the request carried, once that is known. */
    principal: Principal | undefined
  }
}

export interface ResearchRouteParts {
  authenticate: Authenticate
  failedCredentials: FailedCredentials
  admission: Admission
  sendEvents: SendEvents
}

/** Bytes of a body that are received and thrown away, so that the connection can be used again. */
const UNREAD_BODY = 65_536

/** `POST /v1/research`: credential before body, body before admission, and then the stream. `DELETE` beside it. */
export function registerResearch(app: FastifyInstance, parts: ResearchRouteParts): void {
  const onRequest = createCredentialCheck(parts)
  app.decorateRequest('principal', undefined)
  app.post(RESEARCH_PATH, {
    onRequest,
    async handler(request, reply) {
      const { principal } = request
      return principal ? research(request, reply, principal, parts) : refuse(reply, invalidApiKey)
    },
  })
  app.delete<{ Params: { id: string } }>(`${RESEARCH_PATH}/:id`, {
    onRequest,
    async handler({ params, principal }, reply) {
      if (!principal) return refuse(reply, invalidApiKey)
      const refusal = await parts.admission.cancel(params.id, principal.accountId)
      return refusal ? refuse(reply, refusal) : reply.code(204).send()
    },
  })
}

/** Lets a request on whose key is good, in the same turn where the key is at hand. */
function createCredentialCheck({ authenticate, failedCredentials }: ResearchRouteParts): onRequestHookHandler {
  const conclude = (principal: Principal | undefined, request: FastifyRequest, reply: FastifyReply) => {
    request.principal = principal
    if (principal) return true
    const seconds = failedCredentials.note(request.ip)
    if (seconds === undefined) refuseCredential(reply, hasLongBody(request))
    else refuse(hangUpOnLongBody(request, reply), tooManyFailures(seconds))
    return false
  }
  return (request, reply, done) => {
    const goOn = (principal: Principal | undefined) => {
      if (conclude(principal, request, reply)) done()
    }
    const apiKey = single(request.headers[HEADERS.apiKey])
    try {
      const found = authenticate({ apiKey, authorization: request.headers.authorization })
      if (found instanceof Promise) found.then(goOn).catch(done)
      else goOn(found)
    } catch (error) {
      done(error as Error)
    }
  }
}

/** From a body that was not read yet to its stream, or to a refusal, for an account that is known by now. */
export async function research(
  request: FastifyRequest,
  reply: FastifyReply,
  { accountId }: Pick<Principal, 'accountId'>,
  parts: Pick<ResearchRouteParts, 'admission' | 'sendEvents'>,
): Promise<FastifyReply> {
  const { headers } = request
  const wrongHeaders = checkBodyHeaders(headers[HEADERS.contentType], headers['content-encoding'])
  if (wrongHeaders) return refuse(hangUpOnLongBody(request, reply), wrongHeaders)
  const body = await readBody(request.raw, LIMITS.bodyBytes)
  if (body === 'gone') return reply.hijack()
  if (body === 'too-large') return refuse(reply.header('connection', 'close'), BODY_TOO_LARGE)
  const parsed = parseRequest(body.bytes)
  if ('error' in parsed) return refuse(reply, parsed.error)
  const attempt = readAttemptHeaders(headers)
  if ('error' in attempt) return refuse(reply, attempt.error)
  const admitted = await parts.admission.admit({ id: request.id, accountId, ...parsed, ...attempt })
  if ('error' in admitted) return refuse(reply, admitted.error)
  stream(reply, admitted, parts.sendEvents)
  return reply
}

/** A body that nobody reads would otherwise be received to its end, however long it is. */
function hangUpOnLongBody(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return hasLongBody(request) ? reply.header('connection', 'close') : reply
}

function hasLongBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > UNREAD_BODY
}

/** Takes the response over: its head leaves at once, before the first event. */
function stream(reply: FastifyReply, { feed, after }: Let, sendEvents: SendEvents): void {
  reply.hijack()
  const headers = {
    ...SAFETY_HEADERS,
    ...STREAM_HEADERS,
    [HEADERS.requestId]: feed.id,
    [HEADERS.resumable]: 'true',
  }
  reply.raw.writeHead(200, headers)
  reply.raw.flushHeaders()
  sendEvents(reply.raw, feed, after)
}

function single(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(', ') : header
}
