import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Span, Tracing } from '#kernel/tracing.ts'
import { HEALTH_ROUTES } from './health.ts'

/** Traces requests, but for those of monitoring; the span of a stream ends with it. */
export function traceRequests(app: FastifyInstance, tracing: Tracing): void {
  const spans = new WeakMap<FastifyRequest, Span>()
  app.addHook('onRequest', (request, _reply, done) => {
    const { url: route = '' } = request.routeOptions
    if (!HEALTH_ROUTES.includes(route)) {
      const { traceparent } = request.headers
      const name = `${request.method} ${route}`
      const span = tracing.request(request.id, name, typeof traceparent === 'string' ? traceparent : undefined)
      span.set({ 'http.request.method': request.method, 'http.route': route })
      spans.set(request, span)
    }
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const span = spans.get(request)
    span?.set({ 'http.response.status_code': reply.statusCode })
    span?.end(reply.statusCode >= 500)
    done()
  })
}
