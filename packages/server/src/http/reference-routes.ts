import type { FastifyInstance } from 'fastify'
import { describeApi } from '#reference/openapi.ts'
import { renderReference } from '#reference/page.ts'

/** `/openapi.json` for programs and `/reference` for people: the same description, made when it is first asked for. */
export function registerReference(app: FastifyInstance): void {
  let made: { json: string; html: string; policy: string } | undefined
  const make = () => {
    const api = describeApi()
    return { json: JSON.stringify(api), ...renderReference(api) }
  }
  app.get('/openapi.json', (_request, reply) => {
    made ??= make()
    return reply.header('content-type', 'application/json; charset=utf-8').send(made.json)
  })
  app.get('/reference', (_request, reply) => {
    made ??= make()
    reply.header('content-type', 'text/html; charset=utf-8').header('content-security-policy', made.policy)
    return reply.send(made.html)
  })
}
