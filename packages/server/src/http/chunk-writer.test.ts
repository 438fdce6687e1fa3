import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, expect, it, vi } from 'vitest'
import { createChunkWriter } from './chunk-writer.ts'

const closing: (() => void)[] = []

afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** A response whose head was set, and the client that waits for it. */
async function open(version = '1.1'): Promise<{ response: ServerResponse; client: Socket }> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  closing.push(
    () => client.destroy(),
    () => server.close(),
  )
  client.write(`GET / HTTP/${version}\r\nHost: a\r\nConnection: close\r\n\r\n`)
  const [, response] = await once(server, 'request')
  response.writeHead(200)
  return { response, client }
}

const bodyOf = async (client: Socket) => (await text(client)).split('\r\n\r\n').slice(1).join('\r\n\r\n')

it('sends what is written in one turn at once, each as a chunk of its own', async () => {
  const { response, client } = await open()
  const writer = createChunkWriter(response, { drained() {} })
  const write = vi.spyOn(response.socket as Socket, 'write')
  writer.write('one', 3)
  writer.write('é', 2)
  expect(write).toHaveBeenCalledTimes(0)
  await new Promise(setImmediate)
  expect(write.mock.calls).toEqual([['3\r\none\r\n2\r\né\r\n']])
  writer.write('two', 3)
  writer.end('three')
  expect(await bodyOf(client)).toBe('3\r\none\r\n2\r\né\r\n3\r\ntwo\r\n5\r\nthree\r\n0\r\n\r\n')
})

it('holds no more back than a client is to have waiting', async () => {
  const { response } = await open()
  const writer = createChunkWriter(response, { drained() {} })
  const write = vi.spyOn(response.socket as Socket, 'write')
  for (let times = 0; times < 100; times += 1) writer.write('x'.repeat(1_000), 1_000)
  expect(write.mock.calls.length).toBeGreaterThan(4)
})

it('says when a client does not keep up, and calls back when it does again', async () => {
  const { response, client } = await open()
  const drained = vi.fn()
  const writer = createChunkWriter(response, { drained })
  for (let writes = 0; writer.keepsUp && writes < 10_000; writes += 1) writer.write('x'.repeat(20_000), 20_000)
  expect(writer.keepsUp).toBe(false)
  expect(drained).not.toHaveBeenCalled()
  client.resume()
  await vi.waitUntil(() => writer.keepsUp)
  expect(drained).toHaveBeenCalledTimes(1)
})

it('leaves what has no chunks to Node', async () => {
  const { response, client } = await open('1.0')
  const writer = createChunkWriter(response, { drained() {} })
  writer.write('one', 3)
  writer.end('two')
  expect(await bodyOf(client)).toBe('onetwo')
})
