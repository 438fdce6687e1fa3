import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isLoopback } from '#kernel/address.ts'
import { notFound } from '#protocol/api-error.ts'
import { refuse } from './respond.ts'

/** The text that Prometheus reads, made when it is asked for. */
export interface Exposition {
  contentType: string
  text(): Promise<string>
}

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
  return isLoopback(ip) && FORWARDED.every((name) => headers[name] === undefined)
}
