import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Management } from '#accounts/manage.ts'
import type { OperatorKey } from '#accounts/operator-key.ts'
import { type Origin, type SecurityEvent, securityEvent } from '#accounts/security-event.ts'
import { newId } from '#kernel/ids.ts'
import { UserError } from '#kernel/user-error.ts'
import { readIdempotencyKey } from '#protocol/attempt-headers.ts'
import { describeOperatorApi } from '#reference/operator-openapi.ts'
import { handleFault } from '../error-handler.ts'
import { readBody } from '../read-body.ts'
import { OPERATOR_ROUTES, type OperatorAnswer, type OperatorParts, type OperatorRoute } from './calls.ts'
import { type CredentialParts, createCredentialCheck, requireScope } from './credential.ts'
import type { Fields } from './fields.ts'
import { OperatorRefusal, refusal } from './refusal.ts'

export interface OperatorApiParts extends OperatorParts, CredentialParts {
  /** Accounts, keys and credits, for what an origin changes. */
  manageBy: (origin: Origin) => Management
}

/** Where the operator's API is. */
const OPERATOR_PATH = '/operator/v1'

/** Bytes of a body: far more than any call needs. */
const BODY_BYTES = 65_536

/** `/operator/v1`: accounts, keys, credits, usage, requests and the audit trail, for the operator's own programs. */
export function registerOperatorApi(app: FastifyInstance, parts: OperatorApiParts): void {
  const check = createCredentialCheck(parts)
  app.register(async (scope) => {
    scope.setErrorHandler((error, request, reply) => answerFault(error, request, reply, parts))
    scope.addHook('onSend', (_request, reply, _payload, done) => {
      reply.header('cache-control', 'no-store')
      done()
    })
    let description: object | undefined
    scope.get(`${OPERATOR_PATH}/openapi.json`, () => {
      description ??= describeOperatorApi()
      return description
    })
    for (const route of OPERATOR_ROUTES) {
      scope.route({
        method: route.method,
        url: `${OPERATOR_PATH}${route.path}`,
        async handler(request, reply) {
          const key = await check(request)
          return send(reply, await answer(parts, route, key, request))
        },
      })
    }
  })
}

async function answer(
  parts: OperatorApiParts,
  route: OperatorRoute,
  key: OperatorKey,
  request: FastifyRequest,
): Promise<OperatorAnswer> {
  const { clock, manageBy, securityEvents } = parts
  const origin = originOf(request, key)
  const now = clock.now()
  const note = (detail: NonNullable<SecurityEvent['detail']>) =>
    securityEvents.record(securityEvent(origin, { id: newId('evt', now), at: now, kind: 'operator_api_read', detail }))
  const call = `${route.method} ${route.path}`
  try {
    requireScope(key, route.scope)
  } catch (error) {
    await note({ call, refused: 'scope' })
    throw error
  }
  const named = readIdempotencyKey(request.headers)
  if ('error' in named) throw refusal('invalid', named.error.message)
  const given = {
    params: request.params as Fields,
    query: request.query as Fields,
    body: route.method === 'GET' ? {} : await readFields(request),
    idempotencyKey: named.key,
  }
  const answered = await route.answer(parts, { ...given, manage: manageBy(origin), now })
  // What a call changes is recorded with the change.
  if (route.method === 'GET') await note({ call })
  return answered
}

function originOf({ ip, headers }: FastifyRequest, { id }: OperatorKey): Origin {
  return { actor: 'operator_key', actorId: id, address: ip, userAgent: headers['user-agent'] }
}

/** The fields of a body, which may be empty. */
async function readFields({ raw, headers }: FastifyRequest): Promise<Fields> {
  const body = await readBody(raw, BODY_BYTES)
  if (body === 'gone') throw refusal('invalid', 'The body did not arrive.')
  if (body === 'too-large') throw refusal('invalid', `The body must be at most ${BODY_BYTES} bytes.`)
  if (body.bytes.length === 0) return {}
  // A page of another site can send no JSON without asking first.
  if (!headers['content-type']?.startsWith('application/json')) {
    throw refusal('invalid', 'Content-Type must be application/json.')
  }
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body.bytes))
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields
  } catch {
    // The refusal below says so.
  }
  throw refusal('invalid', 'The body must be a JSON object in UTF-8.')
}

function send(reply: FastifyReply, answered: OperatorAnswer): FastifyReply {
  if ('json' in answered) return reply.code(answered.status ?? 200).send(answered.json)
  if (answered.next !== undefined) reply.header('x-next-after', answered.next)
  return reply.type('text/csv; charset=utf-8').send(answered.csv)
}

function answerFault(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  { log }: Pick<OperatorApiParts, 'log'>,
): FastifyReply {
  const told = error instanceof UserError ? refusal('invalid', error.message) : error
  if (!(told instanceof OperatorRefusal)) return handleFault(error, request, reply, log)
  const { status, type, code, message, retryAfterSeconds } = told
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
  if (status === 401) reply.header('www-authenticate', 'Bearer')
  return reply.code(status).send({ error: { type, code, message } })
}
