import { HEADERS } from '@deep-research/sdk/contract'
import type { FastifyReply } from 'fastify'
import { errorResponse, invalidApiKey } from '#protocol/api-error.ts'
import { SAFETY_HEADERS } from './safety-headers.ts'

const { status, headers, body } = errorResponse(invalidApiKey)
// A text leaves in one write with the head; bytes would be a second one.
const json = JSON.stringify(body)
const fixed = Object.entries({ ...SAFETY_HEADERS, ...headers, 'content-length': String(json.length) }).flat()

/**
 * The answer to a credential that opens nothing. Whoever guesses keys asks for it as often as the service can give it,
 * so all of it but the id is made once, and the framework's way of sending is left out.
 */
export function refuseCredential(reply: FastifyReply, hangUp: boolean): void {
  reply.hijack()
  const { request, raw } = reply
  const connection = hangUp ? ['connection', 'close'] : []
  raw.writeHead(status, [...fixed, HEADERS.requestId, request.id, ...connection])
  raw.end(json, 'latin1')
}
