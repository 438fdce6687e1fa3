import type { FastifyInstance } from 'fastify'

/** Monitoring requests these every few seconds. */
export const HEALTH_ROUTES = ['/healthz', '/readyz', '/metrics']

/** Whether a process can take requests, and how many of those that run seem to stand still. */
export type Ready = () => Promise<{ ready: boolean; overdue: number }>

/** `/healthz` says that the process answers, `/readyz` that it can take requests, and how many stand still. */
export function registerHealth(app: FastifyInstance, ready: Ready): void {
  app.get('/healthz', () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    const { ready: isReady, overdue } = await ready().catch(() => ({ ready: false, overdue: 0 }))
    const status = isReady ? 'ready' : 'not ready'
    return reply.code(isReady ? 200 : 503).send({ status, ...(overdue > 0 && { overdue_requests: overdue }) })
  })
}
