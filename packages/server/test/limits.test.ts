import { once } from 'node:events'
import { connect } from 'node:net'
import { errorBodySchema } from '@deep-research/sdk/contract'
import type { FastifyInstance } from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import { createFailedCredentials } from '../src/admission/failed-credentials.ts'
import { type ArrivalTimeouts, buildApp } from '../src/http/app.ts'
import { createEventSender } from '../src/http/send-events.ts'
import { createTrust } from '../src/kernel/address.ts'
import { systemClock } from '../src/kernel/clock.ts'
import { silentLog } from '../src/kernel/log.ts'
import { noMetrics } from '../src/kernel/metrics.ts'
import { parseRaw, sendRaw } from './support/raw.ts'
import { createScriptedEngine } from './support/scripted-engine.ts'
import { ask, startTestService } from './support/service.ts'
import { readStream } from './support/stream.ts'

const apps: FastifyInstance[] = []

const noStorage = () => Promise.reject(new Error('no storage'))

afterEach(async () => {
  await Promise.all(apps.splice(0).map((app) => app.close()))
})

/** An application that takes any request for one of a known account. */
function appWithoutStorage(
  authentic: boolean | 'broken',
  timeouts?: ArrivalTimeouts,
  trusted: readonly string[] = [],
): FastifyInstance {
  const parts = { clock: systemClock, log: silentLog, metrics: noMetrics }
  const app = buildApp(
    {
      ...parts,
      async authenticate() {
        if (authentic === 'broken') throw new Error('no storage')
        return authentic ? { accountId: 'a', keyId: 'k', keyLastUsedAt: undefined } : undefined
      },
      failedCredentials: createFailedCredentials({ clock: systemClock, limit: 3 }),
      admission: {
        admit: noStorage,
        resume: noStorage,
        retrieve: noStorage,
        cancel: noStorage,
        cancelNamed: noStorage,
        recover: async () => ({ takenUp: 0, settled: 0 }),
      },
      sendEvents: createEventSender({ keepAliveMs: 1_000 }).send,
      ready: noStorage,
      trustProxy: createTrust(trusted),
    },
    timeouts,
  )
  apps.push(app)
  return app
}

describe('what does not arrive', () => {
  const soon = { headersMs: 40, requestMs: 60, checkMs: 10 }
  const head = 'POST /v1/research HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n'

  it.each([
    ['headers', head],
    ['a body', `${head}Content-Length: 30\r\n\r\n{"query":`],
    ['a chunked body', `${head}Transfer-Encoding: chunked\r\n\r\n5\r\n{"que\r\n`],
  ])('%s in time is refused', async (_, part) => {
    const url = await appWithoutStorage(true, soon).listen({ host: '127.0.0.1', port: 0 })
    const answer = parseRaw(await sendRaw(url, part))
    expect(answer).toMatchObject({ status: 400, headers: { connection: 'close' } })
    expect(errorBodySchema.parse(JSON.parse(answer.body)).error.message).toMatch(/in time/)
  })
})

describe('a request that was on its way when the service began to close', () => {
  it('gets the documented answer', async () => {
    const app = appWithoutStorage(false)
    const url = await app.listen({ host: '127.0.0.1', port: 0 })
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    socket.write('POST /v1/research HTTP/1.1\r\nHost: a\r\n')
    await once(app.server, 'connection')
    const closed = app.close()
    await new Promise((resolve) => setImmediate(resolve))
    socket.write('Connection: close\r\n\r\n')
    let answer = ''
    for await (const chunk of socket) answer += chunk
    await closed
    expect(parseRaw(answer).status).toBe(401)
    expect(errorBodySchema.parse(JSON.parse(parseRaw(answer).body)).error.code).toBe('INVALID_API_KEY')
  })
})

describe('an address with too many failed credentials', () => {
  it('is told to wait, unless its key is valid', async () => {
    const app = appWithoutStorage(false)
    const post = (remoteAddress: string) => app.inject({ method: 'POST', url: '/v1/research', remoteAddress })
    const statuses: number[] = []
    for (let attempt = 0; attempt < 5; attempt += 1) statuses.push((await post('10.0.0.1')).statusCode)
    expect(statuses).toEqual([401, 401, 401, 429, 429])
    const limited = await post('10.0.0.1')
    expect(Number(limited.headers['retry-after'])).toBeGreaterThanOrEqual(1)
    expect(limited.json()).toMatchObject({ error: { type: 'rate_limit_error', code: 'RATE_LIMIT_EXCEEDED' } })
    expect((await post('10.0.0.2')).statusCode).toBe(401)
    expect((await post('127.0.0.1')).statusCode).toBe(401)
  })
})

describe('callers behind a proxy', () => {
  const statuses = async (app: FastifyInstance, forwarded: string[], remoteAddress = '10.0.0.1') => {
    const post = (address: string) =>
      app.inject({ method: 'POST', url: '/v1/research', remoteAddress, headers: { 'x-forwarded-for': address } })
    const all: number[] = []
    for (const address of forwarded) all.push((await post(address)).statusCode)
    return all
  }
  const four = (address: string) => Array.from({ length: 4 }, () => address)

  it('are told apart by what a trusted proxy says of them, counted from the right', async () => {
    const app = appWithoutStorage(false, undefined, ['10.0.0.0/8', '127.0.0.1'])
    expect(await statuses(app, four('203.0.113.7'))).toEqual([401, 401, 401, 429])
    expect(await statuses(app, ['203.0.113.8'])).toEqual([401])
    // What the caller itself put before its address is not believed.
    expect(await statuses(app, ['203.0.113.8, 203.0.113.7', '198.51.100.1, 203.0.113.7, 10.9.9.9'])).toEqual([429, 429])
    expect(await statuses(app, four('192.0.2.1'), '127.0.0.1')).toEqual([401, 401, 401, 429])
  })

  it('are not believed where nobody trusts them', async () => {
    const app = appWithoutStorage(false)
    const addresses = ['203.0.113.1', '203.0.113.2', '203.0.113.3', '203.0.113.4']
    expect(await statuses(app, addresses)).toEqual([401, 401, 401, 429])
  })
})

describe('a fault of the service', () => {
  it('before the stream is 502 and tells nothing', async () => {
    const app = appWithoutStorage(true)
    const response = await app.inject({ method: 'POST', url: '/v1/research', payload: ask() })
    expect(response.statusCode).toBe(502)
    expect(errorBodySchema.parse(response.json()).error.code).toBe('PROXY_ERROR')
    expect(response.body).not.toContain('no storage')
    expect((await app.inject('/readyz')).statusCode).toBe(503)
  })

  it('in looking a key up is 502 too', async () => {
    const app = appWithoutStorage('broken')
    const response = await app.inject({ method: 'POST', url: '/v1/research', payload: ask() })
    expect([response.statusCode, response.json().error.code]).toEqual([502, 'PROXY_ERROR'])
    expect(response.body).not.toContain('no storage')
  })
})

describe('every response', () => {
  it('carries the headers that keep it safe', async () => {
    const service = await startTestService({ engine: createScriptedEngine((run) => run.complete()) })
    const { key } = await service.join()
    const stream = await service.post(key, ask())
    await readStream(stream)
    const unknown = await fetch(`${service.url}/nothing`)
    for (const response of [stream, await service.post(undefined, ask()), unknown]) {
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
      // The dashboard answers where nothing else does, and its forms have to say where they come from.
      expect(response.headers.get('referrer-policy')).toBe(response === unknown ? 'same-origin' : 'no-referrer')
      expect(response.headers.get('x-powered-by')).toBeNull()
      expect(response.headers.get('cache-control')).toBe(response === stream ? 'no-cache, no-transform' : 'no-store')
    }
  })
})

describe('behind TLS', () => {
  it.each([
    ['https://research.example.com', 'max-age=31536000'],
    ['http://research.example.com', null],
  ])('with PUBLIC_URL %s, every response has Strict-Transport-Security %s', async (PUBLIC_URL, expected) => {
    const engine = createScriptedEngine((run) => run.complete())
    const service = await startTestService({ engine, environment: { PUBLIC_URL } })
    const { key } = await service.join()
    const stream = await service.post(key, ask())
    await readStream(stream)
    const paths = ['/sign-in', '/nothing', '/healthz', '/reference']
    const others = await Promise.all(paths.map((path) => fetch(`${service.url}${path}`)))
    for (const { headers } of [stream, await service.post(undefined, ask()), ...others]) {
      expect(headers.get('strict-transport-security')).toBe(expected)
    }
  })
})

describe('the last use of a key', () => {
  it('is noted at most once a minute', async () => {
    let now = Date.UTC(2026, 0, 1)
    const service = await startTestService({
      engine: createScriptedEngine((run) => run.complete()),
      clock: { now: () => now },
    })
    const { key, account } = await service.join()
    const usedAfter = async (ms: number) => {
      now += ms
      await readStream(await service.post(key, ask()))
      return (await service.manage.listKeys(account))[0]?.lastUsedAt
    }
    const start = now
    expect(await usedAfter(0)).toBe(start)
    expect(await usedAfter(59_999)).toBe(start)
    expect(await usedAfter(1)).toBe(start + 60_000)
  })
})
