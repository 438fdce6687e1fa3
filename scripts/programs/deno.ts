import { DeepResearch, readResearchStream } from '@deep-research/sdk'
import { createRelay } from '@deep-research/sdk/relay'

const relay = createRelay(new DeepResearch())
const server = Deno.serve({ port: 0, hostname: '127.0.0.1', onListen: () => undefined }, relay)
const ask = (query: string) =>
  fetch(`http://127.0.0.1:${server.addr.port}`, { method: 'POST', body: JSON.stringify({ query }) })
const result = await readResearchStream(await ask('Why?')).result()
const refused = await readResearchStream(await ask(''))
  .result()
  .catch((error: Error) => error.name)
console.log(JSON.stringify([result.citations.length > 0, refused]))
await server.shutdown()
