import { RESEARCH_PATH } from '@deep-research/sdk/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { describeError, type Log } from '#kernel/log.ts'
import { backendUnreachable, invalidRequest, notFound } from '#protocol/api-error.ts'
import { refuse } from './respond.ts'

/**
 * The last resort before a stream starts. Requests that the framework itself refused are for the caller to correct.
 * Everything else is our fault, and the response says only that it happened.
 */
export function handleFault(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  log: Log,
  answer: typeof refuse = refuse,
): FastifyReply {
  if (isFrameworkRefusal(error)) {
    const known = request.routeOptions.url === RESEARCH_PATH
    return answer(reply, known ? invalidRequest('The request could not be read. Send one JSON object.') : notFound)
  }
  log.error({ request_id: request.id, ...describeError(error) }, 'fault before the stream')
  return answer(reply, backendUnreachable)
}

function isFrameworkRefusal(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error) || !('statusCode' in error)) return false
  return String(error.code).startsWith('FST_ERR_') && Number(error.statusCode) < 500
}
