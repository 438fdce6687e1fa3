import { DeepResearch, readResearchStream } from '@deep-research/sdk'
import { toResponse } from '@deep-research/sdk/relay'
import { fastify } from 'fastify'

const client = new DeepResearch()
const app = fastify()
app.post<{ Body: { query: string } }>('/api/research', async (request, reply) => {
  try {
    const stream = await client.stream({ query: request.body.query })
    return reply.header('content-type', 'text/event-stream').send(stream.toReadableStream())
  } catch (error) {
    return toResponse(error)
  }
})

const url = await app.listen({ port: 0, host: '127.0.0.1' })
const ask = (query: string) =>
  fetch(`${url}/api/research`, {
    method: 'POST',
    body: JSON.stringify({ query }),
    headers: { 'content-type': 'application/json' },
  })
const result = await readResearchStream(await ask('Why?')).result()
const refused = await readResearchStream(await ask(''))
  .result()
  .catch((error: Error) => error.name)
console.log(JSON.stringify([result.citations.length > 0, refused]))
await app.close()
