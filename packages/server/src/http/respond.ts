import type { FastifyReply } from 'fastify'
import { type ApiError, errorResponse } from '#protocol/api-error.ts'

/** Answers with a refusal: the documented status, headers and body. */
export function refuse(reply: FastifyReply, error: ApiError): FastifyReply {
  const { status, headers, body } = errorResponse(error)
  return reply.code(status).headers(headers).send(body)
}
