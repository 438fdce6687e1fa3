import { DeepResearch, readResearchStream } from '@deep-research/sdk'
import { createRelay } from '@deep-research/sdk/relay'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { csrf } from 'hono/csrf'

const relay = createRelay(new DeepResearch())
const app = new Hono()
app.use(csrf())
app.on(['POST', 'DELETE'], '/api/research', (context) => relay(context.req.raw))

const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, async ({ port }) => {
  const ask = (query: string) =>
    fetch(`http://127.0.0.1:${port}/api/research`, {
      method: 'POST',
      body: JSON.stringify({ query }),
      headers: { 'content-type': 'application/json' },
    })
  const result = await readResearchStream(await ask('Why?')).result()
  const refused = await readResearchStream(await ask(''))
    .result()
    .catch((error: Error) => error.name)
  console.log(JSON.stringify([result.citations.length > 0, refused]))
  server.close()
})
