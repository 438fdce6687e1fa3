import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { HEADERS } from '@deep-research/sdk/contract'
import { errorResponse, invalidRequest } from '#protocol/api-error.ts'

const REASONS: Record<string, string> = {
  HPE_HEADER_OVERFLOW: 'The request headers are too long. Shorten them.',
  ERR_HTTP_REQUEST_TIMEOUT: 'The request did not arrive in time. Send it again.',
}

/**
 * Answers a request that is not HTTP or did not arrive completely with the documented body, and closes the connection.
 */
export function answerBrokenConnection(error: Error & { code?: string }, socket: Socket, requestId: string): void {
  if (error.code === 'ECONNRESET' || !socket.writable || hasAnswered(socket)) {
    socket.destroy()
    return
  }
  const refusal = invalidRequest(
    REASONS[error.code ?? ''] ?? 'The request is not valid HTTP. Send it with an HTTP client.',
  )
  const { status, headers, body } = errorResponse(refusal)
  const json = JSON.stringify(body)
  const lines = Object.entries({
    ...headers,
    [HEADERS.requestId]: requestId,
    'content-length': String(Buffer.byteLength(json)),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\n\r\n${json}`)
}

/** Whether the head of a response was already sent. In that case we must not send anything after it. */
function hasAnswered(socket: Socket & { _httpMessage?: { headersSent?: boolean } | null }): boolean {
  return socket._httpMessage?.headersSent === true
}
