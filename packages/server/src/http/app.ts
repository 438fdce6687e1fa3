import { HEADERS } from '@deep-research/sdk/contract'
import { type FastifyInstance, fastify } from 'fastify'
import type { TrustProxy } from '#kernel/address.ts'
import type { Clock } from '#kernel/clock.ts'
import { newId } from '#kernel/ids.ts'
import type { Log } from '#kernel/log.ts'
import type { Metrics } from '#kernel/metrics.ts'
import type { Tracing } from '#kernel/tracing.ts'
import { notFound } from '#protocol/api-error.ts'
import { answerBrokenConnection } from './client-error.ts'
import { handleFault } from './error-handler.ts'
import { HEALTH_ROUTES, type Ready, registerHealth } from './health.ts'
import { type Exposition, registerMetrics } from './metrics-route.ts'
import { refuseOpenAi, registerOpenAi } from './openai/routes.ts'
import { registerOpenApi } from './openapi-route.ts'
import { refuse } from './respond.ts'
import { type ResearchRouteParts, registerResearch } from './routes.ts'
import { SAFETY_HEADERS } from './safety-headers.ts'
import { traceRequests } from './trace-requests.ts'

export interface AppParts extends ResearchRouteParts {
  clock: Clock
  log: Log
  metrics: Metrics
  /** The content of `/metrics`; without it the route does not exist. */
  exposition?: Exposition | undefined
  /** Whether the service can take requests. */
  ready: Ready
  tracing?: Tracing | undefined
  /** The proxies whose `X-Forwarded-For` is trusted. Default: none. */
  trustProxy?: TrustProxy | undefined
  /** Whether clients of OpenAI may ask. Default: false. */
  openaiClients?: boolean
  /** Whether browsers are told to use only TLS from now on. Default: false. */
  strictTransport?: boolean
}

/** How long a request may take to arrive, in milliseconds. */
export interface ArrivalTimeouts {
  headersMs: number
  /** The limit for the whole request, with its body. */
  requestMs: number
  /** How often these limits are checked. */
  checkMs: number
}

const TIMEOUTS: ArrivalTimeouts = { headersMs: 10_000, requestMs: 30_000, checkMs: 5_000 }

/** Takes the place of Fastify's schema compilers: no route has a schema, and loading them takes a tenth of a start. */
function noSchemas(): never {
  throw new Error('A route has a schema, but requests are read by the contract.')
}

/** Builds the HTTP application. Building starts nothing: the caller listens and closes. */
export function buildApp(parts: AppParts, timeouts: ArrivalTimeouts = TIMEOUTS): FastifyInstance {
  const { clock, log, metrics, trustProxy = false, strictTransport = false } = parts
  const app = fastify({
    genReqId: () => newId('req', clock.now()),
    logger: false,
    trustProxy,
    return503OnClosing: false,
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    requestTimeout: timeouts.requestMs,
    http: {
      headersTimeout: timeouts.headersMs,
      connectionsCheckingInterval: timeouts.checkMs,
      requireHostHeader: false,
    },
    clientErrorHandler: (error, socket) => answerBrokenConnection(error, socket, newId('req', clock.now())),
    frameworkErrors: (_error, request, reply) => {
      refuse(reply.headers(SAFETY_HEADERS).header(HEADERS.requestId, request.id), notFound)
    },
  })
  app.removeAllContentTypeParsers()
  // The route itself reads the body, after the credential was checked and only up to the limit.
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  // Handlers that take the response over (a stream, a refused credential) send these headers themselves.
  app.addHook('onSend', (request, reply, _payload, done) => {
    reply.headers(SAFETY_HEADERS).header(HEADERS.requestId, request.id)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { url: route = 'unknown' } = request.routeOptions
    metrics.answered(route, reply.statusCode)
    log[HEALTH_ROUTES.includes(route) ? 'debug' : 'info'](
      {
        request_id: request.id,
        method: request.method,
        route,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        ...(request.principal && { account: request.principal.accountId, key: request.principal.keyId }),
      },
      'request',
    )
    done()
  })
  app.setNotFoundHandler((request, reply) => {
    if (parts.openaiClients || !refuseOpenAi(request, reply)) refuse(reply, notFound)
  })
  app.setErrorHandler((error, request, reply) => handleFault(error, request, reply, log))
  // Node would answer an unknown Expect by itself, with a body that is not ours.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  if (strictTransport) askForTls(app)
  if (parts.tracing) traceRequests(app, parts.tracing)
  registerHealth(app, parts.ready)
  if (parts.exposition) registerMetrics(app, parts.exposition)
  registerOpenApi(app)
  registerResearch(app, parts)
  if (parts.openaiClients) registerOpenAi(app, parts)
  return app
}

/**
 * Asks browsers to use only TLS for a year. This is set on every response, because handlers that take the response over
 * write none of the framework's headers.
 */
function askForTls(app: FastifyInstance): void {
  app.server.prependListener('request', (_request, response) => {
    response.setHeader('strict-transport-security', 'max-age=31536000')
  })
}
