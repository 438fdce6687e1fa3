import { once } from 'node:events'
import type { Server } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { DeepResearch } from '@deep-research/sdk'
import { streamHeaders, toResponse } from '@deep-research/sdk/relay'
import express, { type Request, type Response } from 'express'
import { pageFiles } from './page-files.ts'

const client = new DeepResearch()
const app = express()
app.use(express.json())
app.post('/api/research', async (request: Request<object, unknown, { query: string }>, response: Response) => {
  const left = new AbortController()
  response.on('close', () => left.abort())
  try {
    const stream = await client.stream({ query: request.body.query }, { signal: left.signal })
    response.set(streamHeaders)
    await pipeline(Readable.fromWeb(stream.toReadableStream() as Parameters<typeof Readable.fromWeb>[0]), response)
  } catch (error) {
    if (response.headersSent) return
    const refusal = toResponse(error)
    response
      .status(refusal.status)
      .type('json')
      .send(await refusal.text())
  }
})

for (const [path, [type, text]] of Object.entries(pageFiles)) {
  app.get(path, (_request, response) => {
    response.type(type).send(text)
  })
}

/** Serves the page and its relay on this machine. Port 0 is any free one. */
export async function listen(port: number): Promise<Server> {
  const server = app.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return server
}
