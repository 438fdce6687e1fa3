import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import type { Feed } from '#jobs/ports.ts'
import { createEventSender } from './send-events.ts'

const closing: (() => void)[] = []

afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** A response whose client has sent its request and reads nothing. */
async function unreadResponse(): Promise<ServerResponse> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  client.on('error', () => {})
  client.pause()
  closing.push(
    () => client.destroy(),
    () => server.close(),
  )
  client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  const [, response] = await once(server, 'request')
  response.writeHead(200)
  return response
}

function feedOf(envelopes: string[], state: Feed['state']): Feed & { readers: number } {
  return {
    id: 'req_1',
    readers: 0,
    length: envelopes.length,
    state,
    start: (after) => after,
    at: (index) => envelopes[index],
    bytesAt: () => undefined,
    load: () => Promise.reject(new Error('gone')),
    watch() {
      this.readers += 1
    },
    unwatch() {
      this.readers -= 1
    },
  }
}

it.each(['running', 'ended'] as const)('cuts a client off that takes nothing (feed %s)', async (state) => {
  const response = await unreadResponse()
  const feed = feedOf(
    Array.from({ length: 400 }, () => 'x'.repeat(65_536)),
    state,
  )
  createEventSender({ keepAliveMs: 10, stallMs: 60 }).send(response, feed, 0)
  expect(feed.readers).toBe(1)
  await once(response, 'close')
  expect(response.writableFinished).toBe(false)
  expect(feed.readers).toBe(0)
})

it('buffers no more than the socket takes', async () => {
  const response = await unreadResponse()
  const feed = feedOf(
    Array.from({ length: 400 }, () => 'x'.repeat(65_536)),
    'running',
  )
  createEventSender({ keepAliveMs: 60_000 }).send(response, feed, 0)
  expect(response.writableLength).toBeLessThan(1_000_000)
  response.destroy()
})

it('cuts a stream whose events are lost, rather than leave a hole', async () => {
  const response = await unreadResponse()
  const feed = { ...feedOf(['{}', '{}'], 'running'), at: () => undefined }
  createEventSender({ keepAliveMs: 60_000 }).send(response, feed, 0)
  await once(response, 'close')
  expect(response.writableFinished).toBe(false)
})

it('stops watching for a client that has left before the stream began', async () => {
  const response = await unreadResponse()
  response.destroy()
  await once(response, 'close')
  const feed = feedOf([], 'running')
  createEventSender({ keepAliveMs: 60_000 }).send(response, feed, 0)
  expect(feed.readers).toBe(0)
})

it.each([
  ['follows research.completed', '{"type":"research.completed","data":{}}', 'ended', true],
  ['never follows research.failed', '{"type":"research.failed","data":{}}', 'ended', false],
  ['is not sent where the stream is cut', '{"type":"research.answer.delta","data":{}}', 'cut', false],
] as const)('[DONE] %s', async (_, last, state, done) => {
  const server = createServer((_request, response) => {
    response.writeHead(200)
    createEventSender({ keepAliveMs: 60_000 }).send(response, feedOf(['{}', last], state), 0)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const text = fetch(url).then((response) => response.text())
  if (state === 'cut') await expect(text).rejects.toThrow()
  else expect((await text).endsWith(done ? 'data: [DONE]\n\n' : `data: ${last}\n\n`)).toBe(true)
})
