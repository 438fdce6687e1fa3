import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'

/** Only this machine reaches it: it asks for no key, and research costs time and money. */
const HOST = '127.0.0.1'

/**
 * Serves tools over HTTP, to this machine only. `create` makes the server of each request.
 * @returns the server, and its URL with the port on which it listens.
 */
export async function serveHttp(create: () => McpServer, port: number): Promise<{ http: Server; url: string }> {
  const http = createServer(async (request, response) => {
    // Each request has a server of its own, so nothing is kept between them.
    const own = (http.address() as AddressInfo).port
    const transport = new StreamableHTTPServerTransport({
      // A web page in a browser on this machine names another host, and is refused.
      enableDnsRebindingProtection: true,
      allowedHosts: [`${HOST}:${own}`, `localhost:${own}`],
    })
    const server = create()
    response.on('close', () => void server.close())
    await server.connect(transport as Parameters<McpServer['connect']>[0])
    await transport.handleRequest(request, response)
  })
  http.listen(port, HOST)
  await once(http, 'listening')
  return { http, url: `http://${HOST}:${(http.address() as AddressInfo).port}/` }
}
