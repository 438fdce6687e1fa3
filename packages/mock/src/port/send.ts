import type { ServerResponse } from 'node:http'
import type { Served } from '#replies/serve.ts'
import type { StreamReply } from '#scenario/scenario.ts'

/** Writes bytes and waits until the system has taken them or the connection is closed. */
function write(response: ServerResponse, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve) => {
    const settle = () => {
      response.off('close', settle)
      resolve()
    }
    response.once('close', settle)
    response.write(bytes, settle)
  })
}

/**
 * Breaks the connection after the bytes that were written, without a last chunk, so that a client sees an incomplete
 * body.
 */
function tear(response: ServerResponse): void {
  response.socket?.destroySoon()
}

async function stream(
  served: Served,
  reply: StreamReply,
  response: ServerResponse,
  signal: AbortSignal,
): Promise<void> {
  response.writeHead(reply.status, { ...reply.headers })
  response.flushHeaders()
  for await (const frame of served.frames(signal)) {
    if (frame.kind === 'tear') return tear(response)
    await write(response, frame.bytes)
  }
  response.end()
}

/** Sends a reply on a real connection. A client that has gone is not an error. */
export async function send(served: Served, response: ServerResponse): Promise<void> {
  const { reply } = served
  const left = new AbortController()
  response.once('close', () => left.abort())
  try {
    await served.ready(left.signal)
    if (reply.kind === 'unreachable') return tear(response)
    if (reply.kind === 'stream') return await stream(served, reply, response, left.signal)
    // The rest of an unread body would be taken for the next request on this connection.
    const close = response.req.complete ? {} : { connection: 'close' }
    response.writeHead(reply.status, { ...reply.headers, ...close })
    response.end(reply.body)
  } catch (error) {
    if (!left.signal.aborted) throw error
  }
}
