import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server } from 'node:net'
import { DeepResearch } from '@deep-research/sdk'
import { afterEach, expect, it } from 'vitest'
import { createScriptedEngine, RESULT, toolCall } from './support/scripted-engine.ts'
import { ask, startTestService } from './support/service.ts'

const servers: Server[] = []

afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

/** A connection to the service that breaks after the next of these numbers of bytes, and holds when there is none. */
async function breakingConnection(url: string, breaks: number[]): Promise<{ url: string; opened: () => number }> {
  let opened = 0
  const server = createServer((client) => {
    opened += 1
    let left = breaks.shift() ?? Number.POSITIVE_INFINITY
    const service = connect(Number(new URL(url).port), '127.0.0.1')
    const end = () => {
      client.destroy()
      service.destroy()
    }
    client
      .on('data', (bytes) => service.write(bytes))
      .on('close', end)
      .on('error', end)
    service.on('close', end).on('error', end)
    service.on('data', (bytes) => {
      client.write(bytes.subarray(0, left))
      left -= bytes.length
      if (left <= 0) client.end()
    })
  }).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, opened: () => opened }
}

/** As many cuts as that, each after a number of bytes that lets at least the head through. */
const anywhere = (cuts: number) => Array.from({ length: cuts }, () => 640 + Math.floor(Math.random() * 900))

it.each([[[700, 900]], [[1_500, 650, 2_000, 650, 640]], [anywhere(20)]])(
  'a client whose connection breaks after %j bytes gets the whole stream, charged once',
  async (breaks) => {
    const engine = createScriptedEngine((run) => {
      for (let call = 0; call < 80; call += 1) run.tell(...toolCall(`call_${call}`))
      run.complete()
    })
    const service = await startTestService({ engine })
    const { key, account } = await service.join()
    const { url, opened } = await breakingConnection(service.url, [...breaks])
    const client = new DeepResearch({ apiKey: key, baseURL: url })
    const stream = await client.stream({ ...ask({ options: { include_tool_calls: true } }) })
    const types: string[] = []
    for await (const event of stream) types.push(String(event.type))
    expect((await stream.result()).answer).toBe(RESULT.answer)
    expect(types.filter((type) => type === 'research.tool_call.started')).toHaveLength(80)
    expect(types.filter((type) => type === 'research.completed')).toHaveLength(1)
    expect(opened()).toBe(breaks.length + 1)
    expect(engine.started).toBe(1)
    expect(await service.manage.showCredits(account)).toMatchObject({ free: 290 })
  },
)

it('a client that leaves the loop ends its research at once, without waiting for the grace', async () => {
  const service = await startTestService({ environment: { DISCONNECT_GRACE_MS: '600000' } })
  const { key } = await service.join()
  const client = new DeepResearch({ apiKey: key, baseURL: service.url })
  const stream = await client.stream({ ...ask() })
  const run = await service.engine.nextRun()
  run.tell({ type: 'answer', content: 'Corals' })
  for await (const _ of stream) break
  await run.left
  expect(run.signal.aborted).toBe(true)
})
