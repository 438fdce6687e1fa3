import type { FastifyInstance } from 'fastify'
import { raw } from 'hono/html'
import { describeApi } from '#reference/openapi.ts'
import { renderReference } from '#reference/page.ts'
import type { DashboardContext } from '../context.ts'
import type { Html } from '../html.ts'

/** `/reference`: the description of the API for people, whoever they are. */
export function registerReference(scope: FastifyInstance, { sendPage }: DashboardContext): void {
  let body: Html | undefined
  scope.get('/reference', (request, reply) => {
    body ??= raw(renderReference(describeApi()))
    const content = { title: 'API reference', body }
    return sendPage(request, reply, () => content)
  })
}
