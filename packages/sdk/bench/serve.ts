import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createWorkload, cut } from './workload.ts'

/** Serves the workload on a loopback port, which it prints. */
const plain = cut(createWorkload(), '16 KiB')
const named = cut(createWorkload(true), '16 KiB')

const server = createServer(async (request, response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const chunk of request.url === '/named' ? named : plain) {
    if (!response.write(chunk)) await new Promise((resolve) => response.once('drain', resolve))
  }
  response.end()
})
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port))
process.once('SIGTERM', () => process.exit())
