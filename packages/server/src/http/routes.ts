import type { IncomingMessage } from 'node:http'
import {
  BODY_TOO_LARGE,
  checkBodyHeaders,
  HEADERS,
  LIMITS,
  RESEARCH_PATH,
  STREAM_HEADERS,
} from '@deep-research/sdk/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import type { KeyScope } from '#accounts/account.ts'
import type { Principal } from '#accounts/ports.ts'
import type { Admission, AdmittedStream, Caller } from '#admission/admission.ts'
import type { Authenticate } from '#admission/authenticate.ts'
import type { FailedCredentials } from '#admission/failed-credentials.ts'
import {
  type ApiError,
  accountHeaders,
  invalidApiKey,
  invalidRequest,
  notFound,
  tooManyFailures,
} from '#protocol/api-error.ts'
import { readDetached, readIdempotencyKey, readResumption } from '#protocol/attempt-headers.ts'
import { parseRequest } from '#protocol/parse-request.ts'
import { readBody } from './read-body.ts'
import { refuseCredential } from './refuse-credential.ts'
import { refuse } from './respond.ts'
import { SAFETY_HEADERS } from './safety-headers.ts'
import type { SendEvents } from './send-events.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The owner of the request's key, once that is known. */
    principal: Principal | undefined
  }
}

export interface ResearchRouteParts {
  authenticate: Authenticate
  failedCredentials: FailedCredentials
  admission: Admission
  sendEvents: SendEvents
}

/** How many bytes of an unread body are received and thrown away so that the connection can be reused. */
const UNREAD_BODY = 65_536

/**
 * `POST /v1/research` checks the credential before the body and the body before admission; then it streams. The routes
 * for retrieving and cancelling are registered here too.
 */
export function registerResearch(app: FastifyInstance, parts: ResearchRouteParts): void {
  const { admission } = parts
  const onRequest = createCredentialCheck(parts)
  app.decorateRequest('principal', undefined)
  app.post(RESEARCH_PATH, {
    onRequest,
    async handler(request, reply) {
      const { principal } = request
      const needed = request.headers[HEADERS.resume] === undefined ? 'ask' : 'read'
      if (principal && lacks(principal, needed)) return refuse(hangUpOnLongBody(request, reply), lacking(needed))
      return principal ? research(request, reply, principal, parts) : refuse(reply, invalidApiKey)
    },
  })
  app.get<{ Params: { id: string } }>(`${RESEARCH_PATH}/:id`, {
    onRequest,
    async handler({ params, principal }, reply) {
      if (!principal) return refuse(reply, invalidApiKey)
      if (lacks(principal, 'read')) return refuse(reply, lacking('read'))
      if (params.id.includes('\u0000')) return refuse(reply, nulInId)
      const found = await admission.retrieve(params.id, principal.accountId)
      if ('error' in found) return refuse(reply, found.error)
      if (found.retryAfterSeconds !== undefined) reply.header(HEADERS.retryAfter, found.retryAfterSeconds)
      return reply.send(found.research)
    },
  })
  app.delete<{ Params: { id: string } }>(`${RESEARCH_PATH}/:id`, {
    onRequest,
    async handler({ params, principal }, reply) {
      if (!principal) return refuse(reply, invalidApiKey)
      if (lacks(principal, 'ask')) return refuse(reply, lacking('ask'))
      if (params.id.includes('\u0000')) return refuse(reply, nulInId)
      return answerCancel(reply, await admission.cancel(params.id, principal.accountId))
    },
  })
  app.delete(RESEARCH_PATH, {
    onRequest: [refuseUnnamed, onRequest],
    async handler({ headers, principal }, reply) {
      if (!principal) return refuse(reply, invalidApiKey)
      if (lacks(principal, 'ask')) return refuse(reply, lacking('ask'))
      const named = readIdempotencyKey(headers)
      if ('error' in named) return refuse(reply, named.error)
      if (named.key === undefined) return refuse(reply, notFound)
      return answerCancel(reply, await admission.cancelNamed(named.key, principal.accountId))
    },
  })
}

/** Whether a key was made for other things. */
function lacks({ scopes }: Principal, scope: KeyScope): boolean {
  return scopes !== undefined && !scopes.includes(scope)
}

/** The refusal of a key that may not do what it is used for. It is no failed credential: the key is known. */
function lacking(scope: KeyScope): ApiError {
  const may = scope === 'ask' ? 'may not start or cancel research' : 'may not read research'
  return { code: 'INVALID_API_KEY', message: `This key ${may}. Use a key that has the scope "${scope}".` }
}

/** No id holds this character, so the path was put together wrongly. */
const nulInId = invalidRequest('The request id in the path must not contain the character U+0000. Remove it.')

/** A DELETE without an Idempotency-Key is 404, like any unknown method here, with every credential. */
const refuseUnnamed: onRequestHookHandler = ({ headers }, reply, done) => {
  if (headers[HEADERS.idempotencyKey] === undefined) refuse(reply, notFound)
  else done()
}

function answerCancel(reply: FastifyReply, refusal: ApiError | undefined): FastifyReply {
  return refusal ? refuse(reply, refusal) : reply.code(204).send()
}

/** Lets a request pass if its key is valid, in the same turn if the key is at hand. */
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

/** Turns an unread body into a stream or a refusal, for an account that is already known. */
export async function research(
  request: FastifyRequest,
  reply: FastifyReply,
  who: Pick<Principal, 'accountId'> & Partial<Pick<Principal, 'keyId'>>,
  parts: Pick<ResearchRouteParts, 'admission' | 'sendEvents'>,
): Promise<FastifyReply> {
  const { headers } = request
  const resumption = readResumption(headers)
  const detached = readDetached(headers)
  const wrongHeaders = resumption
    ? undefined
    : checkBodyHeaders(headers[HEADERS.contentType], headers['content-encoding'])
  if (wrongHeaders) return refuse(hangUpOnLongBody(request, reply), wrongHeaders)
  const body = await readBody(request.raw, LIMITS.bodyBytes)
  if (body === 'gone') return reply.hijack()
  if (body === 'too-large') return refuse(reply.header('connection', 'close'), BODY_TOO_LARGE)
  const admitted = resumption
    ? await goOn(resumption, { ...who, detached }, parts.admission)
    : await begin(request, reply, { ...parts, who, detached, bytes: body.bytes })
  if ('error' in admitted) return refuse(reply, admitted.error)
  stream(reply, admitted, { sendEvents: parts.sendEvents, detached })
  return reply
}

type Admitted = Promise<AdmittedStream | { error: ApiError }>

/** Resumes a request. The body is ignored. */
async function goOn(
  resumption: NonNullable<ReturnType<typeof readResumption>>,
  { accountId, detached }: { accountId: string; detached: boolean },
  admission: Admission,
): Admitted {
  return 'error' in resumption ? resumption : await admission.resume(resumption, accountId, detached)
}

async function begin(
  { id, headers }: FastifyRequest,
  reply: FastifyReply,
  {
    who: { accountId, keyId },
    detached,
    bytes,
    admission,
  }: {
    who: Parameters<typeof research>[2]
    detached: boolean
    bytes: Uint8Array
    admission: Admission
  },
): Admitted {
  const parsed = parseRequest(bytes)
  if ('error' in parsed) return parsed
  const named = readIdempotencyKey(headers)
  if ('error' in named) return named
  const { request } = parsed
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

/** Closes the connection if an unread body is long, because it would otherwise be received to its end. */
function hangUpOnLongBody(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return hasLongBody(request) ? reply.header('connection', 'close') : reply
}

function hasLongBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > UNREAD_BODY
}

/** Takes the response over: its head is sent at once, before the first event. */
function stream(
  reply: FastifyReply,
  { feed, from, account, seated }: AdmittedStream,
  { sendEvents, detached }: { sendEvents: SendEvents; detached: boolean },
): void {
  reply.hijack()
  forgetHeaders(reply.request.raw)
  const headers = {
    ...SAFETY_HEADERS,
    ...STREAM_HEADERS,
    ...accountHeaders(account),
    [HEADERS.requestId]: feed.id,
    [HEADERS.resumable]: 'true',
    ...(detached && { [HEADERS.detached]: 'true' }),
  }
  reply.raw.writeHead(200, headers)
  reply.raw.flushHeaders()
  sendEvents(reply.raw, feed, from)
  seated()
}

/** Frees the request's headers, since a stream may last long and does not need the key that opened it. */
function forgetHeaders(request: IncomingMessage): void {
  request.headers = {}
  request.rawHeaders = []
}

function single(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(', ') : header
}
