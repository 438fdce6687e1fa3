import { HEADERS } from '@deep-research/sdk/contract'
import type { FastifyReply } from 'fastify'
import { errorResponse, invalidApiKey } from '#protocol/api-error.ts'
import { SAFETY_HEADERS } from './safety-headers.ts'

const { status, headers, body } = errorResponse(invalidApiKey)
// A text is sent in one write together with the head; bytes would need a second write.
const json = JSON.stringify(body)
const fixed = Object.entries({ ...SAFETY_HEADERS, ...headers, 'content-length': String(json.length) }).flat()

/**
 * Refuses an invalid credential. Someone who guesses keys sends as many requests as the service can answer, so
 * everything but the id is prepared once, and the framework's way of sending is bypassed.
 */
export function refuseCredential(reply: FastifyReply, hangUp: boolean): void {
  reply.hijack()
  const { request, raw } = reply
  const connection = hangUp ? ['connection', 'close'] : []
  raw.writeHead(status, [...fixed, HEADERS.requestId, request.id, ...connection])
  raw.end(json, 'latin1')
}
