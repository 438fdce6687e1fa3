import { type FastifyInstance, fastify } from 'fastify'
import { notFound } from '#protocol/api-error.ts'
import { type Ready, registerHealth } from './health.ts'
import { type Exposition, registerMetrics } from './metrics-route.ts'
import { refuse } from './respond.ts'

export interface ProbeParts {
  ready: Ready
  exposition?: Exposition | undefined
  /** Whether other machines get the metrics, too. Default: false. */
  metricsForAll?: boolean
}

/** The HTTP application of a process or a port that takes no requests: it only says how the process is. */
export function buildProbes({ ready, exposition, metricsForAll = false }: ProbeParts): FastifyInstance {
  const app = fastify({ logger: false, return503OnClosing: false })
  app.setNotFoundHandler((_request, reply) => refuse(reply, notFound))
  registerHealth(app, ready)
  if (exposition) registerMetrics(app, exposition, metricsForAll)
  return app
}
