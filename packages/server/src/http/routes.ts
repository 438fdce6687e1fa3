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
import type { Admission } from '#admission/admission.ts'
import type { CredentialHeaders } from '#admission/authenticate.ts'
import type { FailedCredentials } from '#admission/failed-credentials.ts'
import type { Feed, Jobs } from '#jobs/ports.ts'
import { invalidApiKey, tooManyFailures } from '#protocol/api-error.ts'
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
  jobs: Jobs
  keepAliveMs: number
}

/** `POST /v1/research`: credential before body, body before admission, and then the stream. */
export function registerResearch(app: FastifyInstance, parts: ResearchRouteParts): void {
  app.decorateRequest('principal', undefined)
  app.post(RESEARCH_PATH, {
    onRequest: async (request, reply) => {
      request.principal = await parts.authenticate({
        apiKey: single(request.headers[HEADERS.apiKey]),
        authorization: request.headers.authorization,
      })
      if (request.principal) return
      const seconds = parts.failedCredentials.note(request.ip)
      return refuse(reply, seconds === undefined ? invalidApiKey : tooManyFailures(seconds))
    },
    handler: (request, reply) => research(request, reply, parts),
  })
}

async function research(request: FastifyRequest, reply: FastifyReply, parts: ResearchRouteParts) {
  const { principal } = request
  if (!principal) return refuse(reply, invalidApiKey)
  const { headers, raw } = request
  const wrongHeaders = checkBodyHeaders(headers[HEADERS.contentType], headers['content-encoding'])
  if (wrongHeaders) return refuse(reply, wrongHeaders)
  const body = await readBody(raw, LIMITS.bodyBytes)
  if (body === 'gone') return reply.hijack()
  if (body === 'too-large') return refuse(reply.header('connection', 'close'), BODY_TOO_LARGE)
  const parsed = parseRequest(body.bytes)
  if ('error' in parsed) return refuse(reply, parsed.error)
  const admitted = await parts.admission.admit(request.id, principal.accountId, parsed.request)
  if ('error' in admitted) return refuse(reply, admitted.error)
  stream(request, reply, admitted.feed, parts)
  return reply
}

/** Takes the response over: its head leaves at once, before the first event. */
function stream(request: FastifyRequest, reply: FastifyReply, feed: Feed, { jobs, keepAliveMs }: ResearchRouteParts) {
  reply.hijack()
  const headers = { ...reply.getHeaders(), ...STREAM_HEADERS }
  reply.raw.writeHead(200, headers as Record<string, string>)
  reply.raw.flushHeaders()
  sendEvents(reply.raw, feed, { keepAliveMs, lost: () => jobs.cancel(request.id) })
}

function single(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(', ') : header
}
