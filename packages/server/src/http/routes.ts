import { HEADERS, RESEARCH_PATH } from '@deep-research/sdk/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import type { Admission, AdmittedStream } from '#admission/admission.ts'
import { type ApiError, invalidApiKey, invalidRequest, notFound } from '#protocol/api-error.ts'
import { readDetached, readIdempotencyKey, readResumption } from '#protocol/attempt-headers.ts'
import { parseRequest } from '#protocol/parse-request.ts'
import { type Asker, begin, readWithinLimit, stream, takeBody } from './begin-research.ts'
import { type CredentialParts, createCredentialCheck, hangUpOnLongBody, lacking, lacks } from './check-credential.ts'
import { refuse } from './respond.ts'
import type { SendEvents } from './send-events.ts'

export interface ResearchRouteParts extends CredentialParts {
  admission: Admission
  sendEvents: SendEvents
}

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

/** No id holds this character, so the path was put together wrongly. */
const nulInId = invalidRequest('The request id in the path must not contain the character U+0000. Remove it.')

/** A DELETE without an Idempotency-Key is 404, like any unknown method here, whatever its credential. */
const refuseUnnamed: onRequestHookHandler = ({ headers }, reply, done) => {
  if (headers[HEADERS.idempotencyKey] === undefined) refuse(reply, notFound)
  else done()
}

function answerCancel(reply: FastifyReply, refusal: ApiError | undefined): FastifyReply {
  return refusal ? refuse(reply, refusal) : reply.code(204).send()
}

/** Turns an unread body into a stream or a refusal, for an account that is already known. */
export async function research(
  request: FastifyRequest,
  reply: FastifyReply,
  who: Asker,
  { admission, sendEvents }: Pick<ResearchRouteParts, 'admission' | 'sendEvents'>,
): Promise<FastifyReply> {
  const resumption = readResumption(request.headers)
  const detached = readDetached(request.headers)
  const body = resumption ? await readWithinLimit(request, reply) : await takeBody(request, reply)
  if (body === 'gone') return reply.hijack()
  if ('error' in body) return refuse(reply, body.error)
  const admitted = resumption
    ? await goOn(resumption, { ...who, detached }, admission)
    : await ask(request, reply, { admission, who, detached, bytes: body.bytes })
  if ('error' in admitted) return refuse(reply, admitted.error)
  stream(reply, admitted, { sendEvents, detached, headers: RESUMABLE })
  return reply
}

const RESUMABLE = { [HEADERS.resumable]: 'true' }

type Admitted = Promise<AdmittedStream | { error: ApiError }>

/** Resumes a request. The body is ignored. */
async function goOn(
  resumption: NonNullable<ReturnType<typeof readResumption>>,
  { accountId, detached }: { accountId: string; detached: boolean },
  admission: Admission,
): Admitted {
  return 'error' in resumption ? resumption : await admission.resume(resumption, accountId, detached)
}

async function ask(
  request: FastifyRequest,
  reply: FastifyReply,
  { bytes, ...parts }: Omit<Parameters<typeof begin>[2], 'asked'> & { bytes: Uint8Array },
): Admitted {
  const parsed = parseRequest(bytes)
  return 'error' in parsed ? parsed : await begin(request, reply, { ...parts, asked: parsed.request })
}
