import type { IncomingMessage } from 'node:http'

/** Methods that a fetch `Request` cannot have. The service treats them like any other unknown method. */
const IMPOSSIBLE = new Set(['CONNECT', 'TRACE', 'TRACK'])

function toHeaders(message: IncomingMessage): Headers {
  const headers = new Headers()
  for (let index = 0; index < message.rawHeaders.length; index += 2) {
    headers.append(message.rawHeaders[index] ?? '', message.rawHeaders[index + 1] ?? '')
  }
  return headers
}

/**
 * The body, read on request. Cancelling it does nothing, because returning the iterator would destroy the connection,
 * and the response with it.
 */
function toBody(message: IncomingMessage): ReadableStream<Uint8Array> {
  const chunks = message[Symbol.asyncIterator]()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await chunks.next()
        if (done === true) controller.close()
        else controller.enqueue(value)
      },
    },
    { highWaterMark: 0 },
  )
}

/** Turns a message of node:http into a fetch `Request`. */
export function toRequest(message: IncomingMessage): Request {
  const { method = 'GET' } = message
  const url = new URL(message.url ?? '/', 'http://mock.invalid')
  const headers = toHeaders(message)
  if (method === 'GET' || method === 'HEAD' || IMPOSSIBLE.has(method)) return new Request(url, { headers })
  const init: RequestInit & { duplex: 'half' } = { method, headers, body: toBody(message), duplex: 'half' }
  return new Request(url, init)
}
