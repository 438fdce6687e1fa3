import type { FastifyInstance } from 'fastify'

/** Monitoring requests these every few seconds. */
export const HEALTH_ROUTES = ['/healthz', '/readyz', '/metrics']

/** `/healthz` says that the process answers, `/readyz` that it can take requests. */
export function registerHealth(app: FastifyInstance, ready: () => Promise<boolean>): void {
  app.get('/healthz', () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    const isReady = await ready().catch(() => false)
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'not ready' })
  })
}
