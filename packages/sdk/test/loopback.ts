import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

/** A request as it came over the wire. */
export interface Received {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

/** What a test's server does with one request; `index` counts from 0. */
export type Behaviour = (response: ServerResponse, request: Received, index: number) => void | Promise<void>

/** A real server on a loopback port that does exactly what a test says. */
export interface Loopback {
  readonly url: string
  readonly requests: readonly Received[]
  readonly posts: readonly Received[]
  /** Sockets that are open now. */
  readonly sockets: ReadonlySet<Socket>
  /** Resolves when so many requests have come. */
  received(count: number): Promise<void>
  /** Resolves when the server sees the connection of its latest response close. */
  closed(): Promise<void>
  close(): Promise<void>
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

function trackSockets(server: Server): Set<Socket> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
  })
  return sockets
}

/** Starts a server; `close` it at the test's end. */
export async function listen(behave: Behaviour): Promise<Loopback> {
  const requests: Received[] = []
  const counted: (() => void)[] = []
  let latest: ServerResponse | undefined
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request
    latest = response
    const received = { method, url, headers, body: await readBody(request) }
    const index = requests.push(received) - 1
    for (const check of counted.splice(0)) check()
    await behave(response, received, index)
  })
  const sockets = trackSockets(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    get posts() {
      return requests.filter(({ method }) => method === 'POST')
    },
    sockets,
    async received(count): Promise<void> {
      while (requests.length < count) await new Promise<void>((resolve) => counted.push(resolve))
    },
    async closed(): Promise<void> {
      if (latest !== undefined && !latest.closed) await once(latest, 'close')
    },
    async close(): Promise<void> {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
