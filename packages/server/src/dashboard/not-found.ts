import type { FastifyInstance } from 'fastify'
import { refuseOpenAi } from '#http/openai/routes.ts'
import { refuse } from '#http/respond.ts'
import { notFound } from '#protocol/api-error.ts'
import { noSuchPage } from './page-error.ts'

/** Programs ask for these; whatever they accept, they are answered as the API answers. */
const FOR_PROGRAMS = /^\/(v\d+|playground\/v\d+|operator\/v\d+|openai\/v\d+)(\/|$)/

/** An address that nothing else answers to: a page for browsers, and the API's error for everybody else. */
export function registerNotFound(scope: FastifyInstance): void {
  scope.get('/*', (request, reply) => {
    const { url, headers } = request
    const forBrowser = headers.accept?.includes('text/html') && !FOR_PROGRAMS.test(url)
    if (forBrowser) throw noSuchPage
    return refuseOpenAi(request, reply) ? reply : refuse(reply, notFound)
  })
}
