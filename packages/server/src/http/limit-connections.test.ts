import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { limitConnections } from './limit-connections.ts'

const closing: (() => void)[] = []

afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** A server whose connections seem to come from the address that `from` says, in turn. */
async function serve(limit: number, from: string[]): Promise<() => Promise<Socket>> {
  const server = createServer()
  server.on('connection', (socket) => {
    Object.defineProperty(socket, 'remoteAddress', { value: from.shift() })
    socket.on('error', () => {})
  })
  limitConnections(server, limit)
  server.on('connection', (socket) => {
    if (!socket.destroyed) socket.write('hello')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => server.close())
  return async () => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    closing.push(() => socket.destroy())
    await Promise.race([once(socket, 'data'), once(socket, 'close')])
    return socket
  }
}

const v6 = ['2001:db8::1', '2001:db8::2', '2001:db8::3']

it('hangs up on a caller’s connections beyond the limit, until one of them is closed', async () => {
  const open = await serve(2, ['10.0.0.1', '::ffff:10.0.0.1', '10.0.0.1', '10.0.0.2', '10.0.0.1', ...v6])
  const first = await open()
  expect([first.destroyed, (await open()).destroyed, (await open()).destroyed]).toEqual([false, false, true])
  expect((await open()).destroyed).toBe(false)
  first.end()
  await once(first, 'close')
  expect((await open()).destroyed).toBe(false)
  expect([(await open()).destroyed, (await open()).destroyed, (await open()).destroyed]).toEqual([false, false, true])
})

it('does not limit loopback, nor anybody at 0', async () => {
  const proxied = await serve(1, ['127.0.0.1', '127.0.0.1'])
  expect([(await proxied()).destroyed, (await proxied()).destroyed]).toEqual([false, false])
  const unlimited = await serve(0, ['10.0.0.1', '10.0.0.1'])
  expect([(await unlimited()).destroyed, (await unlimited()).destroyed]).toEqual([false, false])
})
