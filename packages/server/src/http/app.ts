import { HEADERS } from '@deep-research/sdk/contract'
import { type FastifyInstance, fastify } from 'fastify'
import type { Clock } from '#kernel/clock.ts'
import { newId } from '#kernel/ids.ts'
import type { Log } from '#kernel/log.ts'
import { notFound } from '#protocol/api-error.ts'
import { answerBrokenConnection } from './client-error.ts'
import { handleFault } from './error-handler.ts'
import { registerHealth } from './health.ts'
import { refuse } from './respond.ts'
import { type ResearchRouteParts, registerResearch } from './routes.ts'

export interface AppParts extends ResearchRouteParts {
  clock: Clock
  log: Log
  /** Whether the service can take requests. */
  ready: () => Promise<boolean>
}

/** Milliseconds in which a request's headers, and the whole of a request, must have arrived. */
const HEADERS_TIMEOUT = 10_000
const REQUEST_TIMEOUT = 30_000

/** The HTTP application. Building it starts nothing: the caller listens and closes. */
export function buildApp(parts: AppParts): FastifyInstance {
  const { clock, log } = parts
  const app = fastify({
    genReqId: () => newId('req', clock.now()),
    logger: false,
    return503OnClosing: false,
    requestTimeout: REQUEST_TIMEOUT,
    http: { headersTimeout: HEADERS_TIMEOUT, connectionsCheckingInterval: 5_000, requireHostHeader: false },
    clientErrorHandler: (error, socket) => answerBrokenConnection(error, socket, newId('req', clock.now())),
    frameworkErrors: (_error, request, reply) => {
      reply.header(HEADERS.requestId, request.id)
      refuse(reply, notFound)
    },
  })
  app.removeAllContentTypeParsers()
  // Bodies are read by the route itself: after the credential was checked, and never further than the limit.
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  app.addHook('onRequest', async (request, reply) => {
    reply.header(HEADERS.requestId, request.id)
  })
  app.addHook('onResponse', async (request, reply) => {
    log.info(
      {
        request_id: request.id,
        method: request.method,
        route: request.routeOptions.url ?? 'unknown',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        ...(request.principal && { account: request.principal.accountId, key: request.principal.keyId }),
      },
      'request',
    )
  })
  app.setNotFoundHandler((_request, reply) => refuse(reply, notFound))
  app.setErrorHandler((error, request, reply) => handleFault(error, request, reply, log))
  // Node would answer an unknown Expect by itself, with a body that is not ours.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  registerHealth(app, parts.ready)
  registerResearch(app, parts)
  return app
}
