import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { onTestFinished } from 'vitest'
import type { Reach } from '../../src/open-webhooks.ts'

/** One message, as a receiver got it. */
export interface Received {
  headers: IncomingHttpHeaders
  body: string
  path: string
}

export interface Receiver {
  port: number
  received: Received[]
  /** How it answers. Default: 204. */
  answer: (response: ServerResponse, message: Received) => void
  /** Lets a service reach it under any public name, without TLS. */
  reach: Reach
  /** Resolves when it has received so many. */
  has(count: number): Promise<void>
}

/** The receiver of webhooks on a real port, which ends with the test. */
export async function startReceiver(): Promise<Receiver> {
  const waiting: { count: number; resolve: () => void }[] = []
  const receiver: Receiver = {
    port: 0,
    received: [],
    answer: (response) => response.writeHead(204).end(),
    reach: {
      resolve: async () => ['93.184.215.14'],
      dial: () => connect(receiver.port, '127.0.0.1'),
    },
    has(count) {
      if (receiver.received.length >= count) return Promise.resolve()
      return new Promise((resolve) => waiting.push({ count, resolve }))
    },
  }
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const piece of request.setEncoding('utf8')) body += piece
    const message = { headers: request.headers, body, path: request.url ?? '' }
    receiver.received.push(message)
    for (const { count, resolve } of waiting) if (receiver.received.length >= count) resolve()
    receiver.answer(response, message)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  receiver.port = (server.address() as AddressInfo).port
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return receiver
}
