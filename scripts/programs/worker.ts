import { DeepResearch, readResearchStream } from '@deep-research/sdk'
import { createRelay } from '@deep-research/sdk/relay'

interface Env {
  KEY: string
  SERVICE: string
}
interface Context {
  waitUntil(work: Promise<void>): void
}

// biome-ignore lint/style/noDefaultExport: the entry of a module worker
export default {
  async fetch(request: Request, { KEY, SERVICE }: Env, context: Context): Promise<Response> {
    const client = new DeepResearch({ apiKey: KEY, baseURL: SERVICE })
    const relay = createRelay(client, { waitUntil: (work) => context.waitUntil(work) })
    if (request.method === 'POST') return relay(request)
    const ask = (query: string) =>
      relay(new Request('https://worker.example/', { method: 'POST', body: JSON.stringify({ query }) }))
    const result = await readResearchStream(await ask('Why?')).result()
    const refused = await readResearchStream(await ask(''))
      .result()
      .catch((error: Error) => error.name)
    return Response.json([result.citations.length > 0, refused])
  },
}
