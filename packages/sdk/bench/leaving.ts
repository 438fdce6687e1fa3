import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { DeepResearch } from '@deep-research/sdk'

const LEAVES = 200
const STREAMS = 10_000
const WARM_UP = 1_000
const EVENT = `data: ${JSON.stringify({ type: 'research.answer.delta', request_id: 'r', timestamp: 't', data: { content: 'a', sequence: 0 } })}\n\n`

const sockets = new Set<Socket>()
let closedAt: (() => void) | undefined
const server = createServer((_, response) => {
  response.on('close', () => closedAt?.())
  response.writeHead(200, { 'content-type': 'text/event-stream' }).write(EVENT)
})
server.on('connection', (socket) => {
  sockets.add(socket)
  socket.on('close', () => sockets.delete(socket))
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const client = new DeepResearch({ apiKey: 'k', baseURL: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })

function median(values: readonly number[]): string {
  return (values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN).toFixed(2)
}

/** Milliseconds from `break` until the server sees the connection close. */
async function breakToClose(): Promise<number> {
  const closed = new Promise<void>((resolve) => {
    closedAt = resolve
  })
  let left = 0
  for await (const _ of await client.stream({ query: 'q' })) {
    left = performance.now()
    break
  }
  await closed
  return performance.now() - left
}

/** Milliseconds that `return()` takes while `next()` waits for a silent service. */
async function returnWhilePending(): Promise<number> {
  const iterator = (await client.stream({ query: 'q' }))[Symbol.asyncIterator]()
  await iterator.next()
  const pending = iterator.next()
  const began = performance.now()
  await iterator.return?.()
  await pending
  return performance.now() - began
}

async function leaveMany(count: number): Promise<void> {
  for (let batch = 0; batch < count; batch += 20) {
    const leave = async (): Promise<void> => {
      for await (const _ of await client.stream({ query: 'q' })) break
    }
    await Promise.all(Array.from({ length: 20 }, leave))
  }
  while (sockets.size > 0) await new Promise((resolve) => setImmediate(resolve))
}

function heap(): number {
  for (let round = 0; round < 3; round += 1) globalThis.gc?.()
  return process.memoryUsage().heapUsed
}

const closes: number[] = []
const returns: number[] = []
for (let leave = 0; leave < LEAVES; leave += 1) {
  closes.push(await breakToClose())
  returns.push(await returnWhilePending())
}
closedAt = undefined
console.log(`break → the server's close, median ms: ${median(closes)}`)
console.log(`return() with a pending next(), median ms: ${median(returns)}`)
await leaveMany(WARM_UP)
const before = heap()
await leaveMany(STREAMS)
console.log(
  `heap kept by ${STREAMS} streams left early, KiB: ${((heap() - before) / 1_024).toFixed(0)}; open connections: ${sockets.size}`,
)
server.close()
