import { createServer, type Server } from 'node:http'
import type { DeepResearch } from '@deep-research/sdk'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { createResearchServer } from './research-server.ts'

/** Serves the tool over HTTP, on this machine only, because whoever reaches it researches at your expense. */
export function serveHttp(client: DeepResearch, port: number): Promise<Server> {
  const server = createServer(async (request, response) => {
    // Each request has a server of its own, so nothing is kept between them.
    const transport = new StreamableHTTPServerTransport({
      enableJsonResponse: true,
      enableDnsRebindingProtection: true,
      allowedHosts: [`127.0.0.1:${request.socket.localPort}`, `localhost:${request.socket.localPort}`],
    })
    const research = createResearchServer(client)
    response.on('close', () => void research.close())
    await research.connect(transport as Parameters<typeof research.connect>[0])
    await transport.handleRequest(request, response)
  })
  return new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(server)))
}
