import type { Server } from 'node:http'
import { DeepResearch } from '@deep-research/sdk'
import { toResponse } from '@deep-research/sdk/relay'
import { fastify } from 'fastify'
import { pageFiles } from './page-files.ts'

const client = new DeepResearch()
const app = fastify()
app.post<{ Body: { query: string } }>('/api/research', async (request) => {
  try {
    const stream = await client.stream({ query: request.body.query })
    return stream.toResponse()
  } catch (error) {
    return toResponse(error)
  }
})

for (const [path, [type, text]] of Object.entries(pageFiles)) {
  app.get(path, (_request, reply) => reply.type(type).send(text))
}

/** Serves the page and its relay on this machine. Port 0 is any free one. */
export async function listen(port: number): Promise<Server> {
  await app.listen({ port, host: '127.0.0.1' })
  return app.server
}
