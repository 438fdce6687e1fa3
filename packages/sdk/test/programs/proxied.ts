import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { ConfigurationError, DeepResearch, type DeepResearchOptions } from '@deep-research/sdk'
import * as undici7 from 'undici7'
import * as undici8 from 'undici8'

let reached = 0
const service = createServer((_, response) => {
  reached += 1
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const event = { type: 'research.completed', request_id: 'r', timestamp: 't', data: { answer: 'behind a proxy' } }
  response.end(`data: ${JSON.stringify(event)}\n\ndata: [DONE]\n\n`)
})

let tunnels = 0
const proxy = createServer()
proxy.on('connect', ({ url = '' }, socket, head) => {
  tunnels += 1
  const [host, port] = url.split(':')
  const onward = connect(Number(port), host, () => {
    socket.write('HTTP/1.1 200 Connection Established\r\n\r\n')
    onward.write(head)
    onward.pipe(socket).pipe(onward)
  })
  for (const end of [socket, onward]) end.on('error', () => onward.destroy())
})

async function listen(server: typeof service): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const baseURL = await listen(service)
const uri = await listen(proxy)
const agent7 = new undici7.ProxyAgent({ uri, proxyTunnel: true })
const agent8 = new undici8.ProxyAgent({ uri, proxyTunnel: true })

async function ask(name: string, options: DeepResearchOptions): Promise<void> {
  const client = new DeepResearch({ apiKey: 'dr_live_of_a_program', baseURL, retry: { limit: 0 }, ...options })
  try {
    const { answer } = await client.run({ query: 'Who is there?' })
    console.log(`${name}: ${answer}`)
  } catch (error) {
    if (!ConfigurationError.isInstance(error)) throw error
    console.log(`${name}: ${error.name}, charged ${error.creditsCharged}`)
  }
}

await ask('undici 7', { fetch: undici7.fetch, fetchOptions: { dispatcher: agent7 } })
await ask('undici 8', { fetch: undici8.fetch, fetchOptions: { dispatcher: agent8 } })
await ask('undici 8, wrapped', { fetch: (url, init) => undici8.fetch(url, { ...init, dispatcher: agent8 }) })
await ask('undici 8 for the fetch of 7', { fetch: undici7.fetch, fetchOptions: { dispatcher: agent8 } })
console.log(`${reached} requests, ${tunnels > 0 && tunnels <= reached ? 'all' : 'not all'} through the proxy`)

await Promise.all([agent7.close(), agent8.close()])
for (const server of [service, proxy]) {
  server.closeAllConnections()
  server.close()
}
