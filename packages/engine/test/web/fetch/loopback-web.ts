import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { onTestFinished } from 'vitest'
import type { Destination } from '#web/fetch/dial.ts'

/** Any address of the public internet: nothing is ever sent there. */
export const PUBLIC = '93.184.215.14'

/** A web on loopback: every name has a public address, and a connection to that is led to one local server. */
export async function loopbackWeb(handle: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer(handle)
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const dialled: Destination[] = []
  return {
    port,
    dialled,
    options: {
      userAgent: 'deep-research-test',
      resolve: async (_host: string): Promise<readonly string[]> => [PUBLIC],
      dial(to: Destination) {
        dialled.push(to)
        return connect({ host: '127.0.0.1', port })
      },
    },
  }
}
