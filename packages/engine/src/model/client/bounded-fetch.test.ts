import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { boundedFetch } from './bounded-fetch.ts'

/** A server that sends one piece of a body and keeps quiet then, or goes on without end. */
async function serve(isEndless: boolean) {
  const server = createServer((_request, response) => {
    response.write('one piece')
    if (isEndless)
      response.on('drain', () => response.write(Buffer.alloc(1024 * 1024))).write(Buffer.alloc(1024 * 1024))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

test('a body that is not wanted any more ends its connection, although nothing more comes', async () => {
  const { server, url } = await serve(false)
  const asked = once(server, 'request')
  const { body } = await boundedFetch(url)
  const reader = body?.getReader()
  await reader?.read()
  const [, response] = await asked
  const closed = once(response, 'close')
  const more = reader?.read()
  await reader?.cancel()
  await closed
  expect(await more).toEqual({ done: true, value: undefined })
})

test('a body without end is read as far as the bound', async () => {
  const { url } = await serve(true)
  const response = await boundedFetch(url)
  await expect(response.bytes()).rejects.toThrow('more than 16777216 bytes')
})
