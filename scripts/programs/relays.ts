import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readResearchStream } from '@deep-research/sdk'

// Asks the relay of the example that is named, and prints what a page would get: an answer, and a refusal.
const { listen } = (await import(`./relay/src/${process.argv[2]}.ts`)) as { listen(port: number): Promise<Server> }
const server = await listen(0)
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/research`
const ask = async (query: string) => {
  const headers = { 'content-type': 'application/json' }
  return await readResearchStream(
    await fetch(url, { method: 'POST', body: JSON.stringify({ query }), headers }),
  ).result()
}
const { citations } = await ask('Why?')
const refused = await ask('').catch((error: Error) => error.name)
console.log(JSON.stringify([citations.length > 0, refused]))
server.close().closeAllConnections()
