import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isLoopback } from '#kernel/address.ts'
import { notFound } from '#protocol/api-error.ts'
import { refuse } from './respond.ts'

/** The text that Prometheus reads, made when it is asked for. */
export interface Exposition {
  contentType: string
  text(): Promise<string>
}

/**
 * The names by which this machine calls itself. A page in a browser on this machine may come by any other name: its
 * owner can have that name lead here.
 */
const OWN_NAMES = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i

/** Headers that a proxy adds: what carries one of them comes from elsewhere, though the proxy is on this machine. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via']

/** `/metrics`, for this machine alone: to all others there is nothing here. */
export function registerMetrics(app: FastifyInstance, { contentType, text }: Exposition): void {
  app.get('/metrics', async (request, reply) => {
    if (!isFromHere(request)) return refuse(reply, notFound)
    return reply.header('content-type', contentType).send(await text())
  })
}

function isFromHere({ ip, headers }: FastifyRequest): boolean {
  const named = headers.host === undefined || OWN_NAMES.test(headers.host)
  return isLoopback(ip) && named && FORWARDED.every((name) => headers[name] === undefined)
}
