import { getEventListeners } from 'node:events'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { clientOf, QUERY } from './client-of.ts'
import type { Behaviour } from './loopback.ts'
import { DELTAS, errorBody, frames, HEAD, STREAM } from './wire.ts'

const hold: Behaviour = (response) => void response.writeHead(200, HEAD).write(frames(...DELTAS))
const complete: Behaviour = (response) => void response.writeHead(200, HEAD).end(STREAM)

it('gathers no listeners on a signal from a thousand requests, however they end', { timeout: 120_000 }, async () => {
  const { signal } = new AbortController()
  const behaviours: readonly Behaviour[] = [
    complete,
    hold,
    (response) => void response.writeHead(400).end(errorBody('INVALID_REQUEST')),
    (response) => void response.writeHead(200, HEAD).end(frames(...DELTAS)),
  ]
  const { client } = await clientOf((response, request, index) => behaviours[index % 4]?.(response, request, index))
  for (let request = 0; request < 1_000; request += 1) {
    try {
      for await (const event of await client.stream(QUERY, { signal }))
        if (event.type === 'research.answer.delta') break
    } catch {
      // A refusal.
    }
    expect(getEventListeners(signal, 'abort')).toHaveLength(0)
  }
})

/** Bytes on the heap after everything unreachable is gone. */
function heapUsed(collect: () => void): number {
  for (let round = 0; round < 3; round += 1) collect()
  return process.memoryUsage().heapUsed
}

it('keeps nothing of ten thousand streams left early', { timeout: 120_000 }, async () => {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  const { client, server } = await clientOf(hold)
  const leaveMany = async (count: number): Promise<void> => {
    for (let batch = 0; batch < count; batch += 20) {
      const streams = await Promise.all(Array.from({ length: 20 }, () => client.stream(QUERY)))
      await Promise.all(
        streams.map(async (stream) => {
          for await (const _ of stream) break
        }),
      )
      // The server keeps the requests for tests that count them; this one must not count them as the client's.
      ;(server.requests as unknown[]).length = 0
    }
    while (server.sockets.size > 0) await new Promise((resolve) => setImmediate(resolve))
  }
  await leaveMany(1_000)
  const before = heapUsed(collect)
  await leaveMany(10_000)
  expect(server.sockets.size).toBe(0)
  expect(heapUsed(collect) - before).toBeLessThan(5 * 1_024 * 1_024)
})
