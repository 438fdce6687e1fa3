import type { FastifyReply } from 'fastify'
import { type ApiError, errorResponse } from '#protocol/api-error.ts'

/** Sends a refusal with the documented status, headers and body. */
export function refuse(reply: FastifyReply, error: ApiError): FastifyReply {
  const { status, headers, body } = errorResponse(error)
  return reply.code(status).headers(headers).send(body)
}
