import type { FastifyInstance } from 'fastify'
import { describeApi } from '#reference/openapi.ts'

/** `/openapi.json`: the description of the API for programs, generated on the first request. */
export function registerOpenApi(app: FastifyInstance): void {
  let json: string | undefined
  app.get('/openapi.json', (_request, reply) => {
    json ??= JSON.stringify(describeApi())
    return reply.header('content-type', 'application/json; charset=utf-8').send(json)
  })
}
