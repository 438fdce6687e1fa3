import { DeepResearch, readResearchStream } from '@deep-research/sdk'
import { createRelay } from '@deep-research/sdk/relay'

const relay = createRelay(new DeepResearch())
const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: relay })
const ask = (query: string) => fetch(server.url, { method: 'POST', body: JSON.stringify({ query }) })
const result = await readResearchStream(await ask('Why?')).result()
const refused = await readResearchStream(await ask(''))
  .result()
  .catch((error: Error) => error.name)
console.log(JSON.stringify([result.citations.length > 0, refused]))
await server.stop(true)
