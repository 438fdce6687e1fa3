import { createServer } from 'node:http'
import { STREAM_HEADERS } from '@deep-research/sdk/contract'
import { obeyParent } from './child.ts'
import { createTicker, type Ticking } from './ticker.ts'

/** What streams are measured against: node:http, which writes each event as soon as there is one, and nothing else. */
const ticker = createTicker()
const server = createServer((request, response) => {
  request.resume()
  response.writeHead(200, STREAM_HEADERS)
  response.flushHeaders()
  let sequence = 0
  const remove = ticker.add((content) => {
    const data = { content, sequence: sequence++ }
    const event = { type: 'research.answer.delta', request_id: 'req_1', timestamp: '2026-01-01T00:00:00.000Z', data }
    response.write(`data: ${JSON.stringify(event)}\n\n`)
  })
  response.once('close', remove)
})
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as { port: number }
  obeyParent(`http://127.0.0.1:${port}`, (message) => ticker.tick(message as Ticking))
})
