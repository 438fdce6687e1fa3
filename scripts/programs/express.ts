import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { DeepResearch, readResearchStream } from '@deep-research/sdk'
import { toResponse } from '@deep-research/sdk/relay'
import express, { type Request, type Response } from 'express'

const client = new DeepResearch()
const app = express()
app.use(express.json())
app.post('/api/research', async (request: Request<object, unknown, { query: string }>, response: Response) => {
  const left = new AbortController()
  response.on('close', () => left.abort())
  try {
    const stream = await client.stream({ query: request.body.query }, { signal: left.signal })
    response.setHeader('content-type', 'text/event-stream')
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

const server = app.listen(0, '127.0.0.1', async () => {
  const { port } = server.address() as AddressInfo
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
