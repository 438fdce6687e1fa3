import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isLoopback } from '#kernel/address.ts'
import { notFound } from '#protocol/api-error.ts'
import { refuse } from './respond.ts'

/** The metrics in the format of Prometheus, generated on request. */
export interface Exposition {
  contentType: string
  text(): Promise<string>
}

/**
 * The names by which this machine calls itself. A web page in a browser here could use any other name, which its owner
 * can point at this machine.
 */
const OWN_NAMES = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i

/** Headers that a proxy adds. A request with one of them comes from elsewhere, even if the proxy is on this machine. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via']

/** `/metrics`; unless it is for all, callers from other machines get 404. */
export function registerMetrics(app: FastifyInstance, { contentType, text }: Exposition, forAll = false): void {
  app.get('/metrics', async (request, reply) => {
    if (!forAll && !isFromHere(request)) return refuse(reply, notFound)
    return reply.header('content-type', contentType).send(await text())
  })
}

function isFromHere({ ip, headers }: FastifyRequest): boolean {
  const named = headers.host === undefined || OWN_NAMES.test(headers.host)
  return isLoopback(ip) && named && FORWARDED.every((name) => headers[name] === undefined)
}
