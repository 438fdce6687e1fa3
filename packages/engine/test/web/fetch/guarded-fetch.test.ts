import { createSocket } from 'node:dgram'
import { Resolver } from 'node:dns/promises'
import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { FetchReason } from '#web/fetch/failure.ts'
import { createGuardedFetch } from '#web/fetch/guarded-fetch.ts'
import { loopbackWeb, PUBLIC } from './loopback-web.ts'
import { REFUSED } from './refused-addresses.ts'

const request = { signal: new AbortController().signal, types: ['text/html'] }

async function reasonOf(work: Promise<unknown>): Promise<FetchReason | 'none'> {
  return work.then(
    () => 'none',
    (error) => error.reason,
  )
}

test('gets a page from the address that was checked, with no cookie, credential or referrer', async () => {
  let headers: Record<string, unknown> = {}
  const web = await loopbackWeb((asked, response) => {
    headers = asked.headers
    response.writeHead(200, { 'content-type': 'text/html; charset=ISO-8859-1', 'set-cookie': 'a=b' }).end('hello')
  })
  const fetch = createGuardedFetch(web.options)
  const page = await fetch('http://public.example/a?b=c', request)
  expect(page).toMatchObject({ type: 'text/html', charset: 'ISO-8859-1' })
  expect(Buffer.from(page.bytes).toString()).toBe('hello')
  await fetch('http://public.example/again', request)
  expect(web.dialled[0]).toEqual({ address: PUBLIC, port: 80, host: 'public.example', secure: false })
  expect(headers).toMatchObject({ host: 'public.example', 'user-agent': 'deep-research-test' })
  expect(Object.keys(headers)).not.toEqual(expect.arrayContaining([expect.stringMatching(/cookie|auth|refer/)]))
})

test.each(REFUSED)('a redirect to %s is not followed', async (address) => {
  // Header bytes go out as they are.
  const location = Buffer.from(address).toString('latin1')
  const web = await loopbackWeb((_asked, response) => response.writeHead(302, { location }).end())
  const reason = await reasonOf(createGuardedFetch(web.options)('http://public.example/', request))
  // What is relative, or another page of the same site, is asked for there: never anywhere else.
  expect(['refused', 'redirects']).toContain(reason)
  expect(web.dialled.every(({ address: to }) => to === PUBLIC)).toBe(true)
})

test('a name with one private address among public ones is refused', async () => {
  const web = await loopbackWeb((_asked, response) => response.end())
  for (const other of ['10.0.0.1', '::1', '169.254.169.254', '::ffff:10.0.0.1', 'fe80::1%eth0']) {
    const fetch = createGuardedFetch({ ...web.options, resolve: async () => [PUBLIC, other] })
    expect(await reasonOf(fetch('http://public.example/', request))).toBe('refused')
  }
  expect(web.dialled).toEqual([])
})

/** A name server that first gives a public address, and from then on loopback. */
async function rebindingNameServer() {
  const socket = createSocket('udp4')
  let asked = 0
  socket.on('message', (message, { port, address }) => {
    const question = message.subarray(12)
    const end = question.indexOf(0) + 5
    const isA = question.readUInt16BE(end - 4) === 1
    asked += Number(isA)
    const ip = asked <= 1 ? PUBLIC.split('.').map(Number) : [127, 0, 0, 1]
    const header = Buffer.from([0, 0, 0x81, 0x80, 0, 1, 0, isA ? 1 : 0, 0, 0, 0, 0])
    message.copy(header, 0, 0, 2)
    const answer = Buffer.from([0xc0, 0x0c, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...ip])
    socket.send(Buffer.concat([header, question.subarray(0, end), ...(isA ? [answer] : [])]), port, address)
  })
  await new Promise<void>((done) => socket.bind(0, '127.0.0.1', done))
  const resolver = new Resolver()
  resolver.setServers([`127.0.0.1:${socket.address().port}`])
  return { resolve: (host: string) => resolver.resolve4(host), asked: () => asked, close: () => socket.close() }
}

test('a name server that changes its mind leads nowhere else', async () => {
  const names = await rebindingNameServer()
  const web = await loopbackWeb((asked, response) => {
    if (asked.url === '/first') response.writeHead(302, { location: '/second' }).end()
    else response.writeHead(200, { 'content-type': 'text/html' }).end('secret')
  })
  const fetch = createGuardedFetch({ ...web.options, resolve: names.resolve })
  try {
    // The second look-up says loopback: the redirect is refused, and nobody connects there.
    expect(await reasonOf(fetch('http://rebind.example/first', request))).toBe('refused')
    expect(names.asked()).toBe(2)
    expect(web.dialled.map(({ address }) => address)).toEqual([PUBLIC])
    expect(await reasonOf(fetch('http://rebind.example/second', request))).toBe('refused')
    expect(web.dialled).toHaveLength(1)
  } finally {
    names.close()
  }
})

test('by the system dialler a refused address sees no connection', async () => {
  let connections = 0
  const web = await loopbackWeb((_asked, response) => response.end())
  const probe = connect({ host: '127.0.0.1', port: web.port })
  probe.destroy()
  const fetch = createGuardedFetch({
    userAgent: 'test',
    resolve: async () => {
      connections += 1
      return ['127.0.0.1']
    },
  })
  expect(await reasonOf(fetch('http://public.example/', request))).toBe('refused')
  expect(connections).toBe(1)
})

test('a compressed bomb is cut at its ratio', async () => {
  const bomb = gzipSync(Buffer.alloc(50_000_000))
  const web = await loopbackWeb((_asked, response) =>
    response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' }).end(bomb),
  )
  const fetch = createGuardedFetch({ ...web.options, limits: { bytes: 1_000_000_000 } })
  await expect(fetch('http://public.example/', request)).rejects.toMatchObject({
    reason: 'too_large',
    message: expect.stringContaining('100 times'),
  })
})

test.each(['identity', 'gzip'])('an endless page is cut at its size (%s)', async (encoding) => {
  let sent = 0
  const web = await loopbackWeb((_asked, response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': encoding })
    const more = () => {
      while (!response.destroyed && response.write(Buffer.from(crypto.getRandomValues(new Uint8Array(65_536))))) {
        sent += 65_536
      }
    }
    response.on('drain', more)
    more()
  })
  const fetch = createGuardedFetch({ ...web.options, limits: { bytes: 500_000 } })
  expect(await reasonOf(fetch('http://public.example/', request))).toBe(
    encoding === 'gzip' ? 'unreadable' : 'too_large',
  )
  expect(sent).toBeLessThan(50_000_000)
})

test('a page that says it is too large is not begun', async () => {
  const web = await loopbackWeb((_asked, response) =>
    response.writeHead(200, { 'content-type': 'text/html', 'content-length': 99_999_999 }).flushHeaders(),
  )
  expect(await reasonOf(createGuardedFetch(web.options)('http://public.example/', request))).toBe('too_large')
})

test.each(['before the head', 'in the body'])('a slow page is cut at its time (%s)', async (where) => {
  const web = await loopbackWeb((_asked, response) => {
    if (where === 'in the body') response.writeHead(200, { 'content-type': 'text/html' }).write('<p>')
  })
  const fetch = createGuardedFetch({ ...web.options, limits: { ms: 60 } })
  expect(await reasonOf(fetch('http://public.example/', request))).toBe('timeout')
})

test('a resolver that never answers is cut at the same time', async () => {
  const fetch = createGuardedFetch({ userAgent: 'test', resolve: () => new Promise(() => {}), limits: { ms: 60 } })
  expect(await reasonOf(fetch('http://public.example/', request))).toBe('timeout')
})

test('the caller\u2019s abort is told as it is', async () => {
  const web = await loopbackWeb(() => {})
  const controller = new AbortController()
  const fetching = createGuardedFetch(web.options)('http://public.example/', { ...request, signal: controller.signal })
  controller.abort(new Error('enough'))
  await expect(fetching).rejects.toThrow('enough')
})

test.each([
  [404, 'text/html', 'status'],
  [200, 'image/png', 'type'],
  [200, '', 'type'],
] as const)('status %i of type "%s" is not read: %s', async (status, type, reason) => {
  const web = await loopbackWeb((_asked, response) => response.writeHead(status, { 'content-type': type }).end('x'))
  expect(await reasonOf(createGuardedFetch(web.options)('http://public.example/', request))).toBe(reason)
})

test('redirects that lead in a circle end', async () => {
  const web = await loopbackWeb((_asked, response) => response.writeHead(301, { location: '/' }).end())
  expect(await reasonOf(createGuardedFetch(web.options)('http://public.example/', request))).toBe('redirects')
  expect(web.dialled).toHaveLength(6)
})

test('a broken connection is told without what the page said', async () => {
  const web = await loopbackWeb((_asked, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).write('secret')
    setImmediate(() => response.destroy())
  })
  await expect(createGuardedFetch(web.options)('http://public.example/', request)).rejects.toMatchObject({
    reason: 'unreachable',
    message: expect.not.stringContaining('secret'),
  })
})
