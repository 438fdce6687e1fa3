import type { FastifyInstance } from 'fastify'
import { describeApi } from '#reference/openapi.ts'

/**
 * `/openapi.json`: the description of the API for programs, generated on the first request. Pages of any origin may read
 * it, so that tools in a browser can show it; it holds nothing but what the documentation says.
 */
export function registerOpenApi(app: FastifyInstance): void {
  let json: string | undefined
  app.get('/openapi.json', (_request, reply) => {
    json ??= JSON.stringify(describeApi())
    return reply
      .header('content-type', 'application/json; charset=utf-8')
      .header('access-control-allow-origin', '*')
      .send(json)
  })
}
