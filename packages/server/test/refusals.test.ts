import { ERRORS, type ErrorCode, errorBodySchema } from '@deep-research/sdk/contract'
import { describe, expect, it } from 'vitest'
import { mintApiKey } from '../src/accounts/api-key.ts'
import { parseRaw, sendRaw } from './support/raw.ts'
import { createScriptedEngine } from './support/scripted-engine.ts'
import { ask, startTestService } from './support/service.ts'
import { readStream } from './support/stream.ts'

async function expectRefusal(response: Response, code: ErrorCode, message = /./): Promise<void> {
  const body: unknown = JSON.parse(await response.text())
  const { status, type } = ERRORS[code]
  expect(body).toEqual({ error: { type, code, message: expect.stringMatching(message) } })
  errorBodySchema.parse(body)
  expect(response.status).toBe(status)
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(response.headers.get('x-request-id')).toMatch(/^req_[0-9a-f]{32}$/)
}

describe('an unknown endpoint', () => {
  it.each([
    '/',
    '/v1',
    '/v1/',
    '/v1/research/',
    '/v2/research',
    '/V1/research',
    '/v1/research/%zz',
    '/%',
    '//v1/research',
  ])('POST %s is not found, without any credential', async (path) => {
    const service = await startTestService()
    await expectRefusal(await fetch(service.url + path, { method: 'POST', body: '{}' }), 'NOT_FOUND')
  })

  it.each(['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'QUERY'])(
    '%s /v1/research is not found',
    async (method) => {
      const service = await startTestService()
      await expectRefusal(await fetch(`${service.url}/v1/research`, { method }), 'NOT_FOUND')
    },
  )

  it('HEAD /v1/research is not found', async () => {
    const service = await startTestService()
    const { status, headers } = await fetch(`${service.url}/v1/research`, { method: 'HEAD' })
    expect(status).toBe(404)
    expect(headers.get('x-request-id')).toMatch(/^req_/)
  })

  it('a query string changes nothing', async () => {
    const service = await startTestService({ engine: createScriptedEngine((run) => run.complete()) })
    const { key } = await service.join()
    const response = await fetch(`${service.url}/v1/research?a=1`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify(ask()),
    })
    expect((await readStream(response)).data.at(-1)).toBe('[DONE]')
  })
})

describe('a credential', () => {
  const wrong = (key: string): [string, Record<string, string>][] => [
    ['none', {}],
    ['empty', { 'x-api-key': '' }],
    ['nonsense', { 'x-api-key': 'nonsense' }],
    ['an unknown key', { 'x-api-key': mintApiKey() }],
    ['an unknown bearer key', { authorization: `Bearer ${mintApiKey()}` }],
    ['a wrong checksum', { 'x-api-key': key.slice(0, -1) + (key.endsWith('0') ? '1' : '0') }],
    ['another prefix', { 'x-api-key': key.replace('dr_live_', 'dr_test_') }],
    ['two that differ', { 'x-api-key': key, authorization: `Bearer ${mintApiKey()}` }],
    ['a key beside an empty bearer', { 'x-api-key': key, authorization: 'Bearer' }],
    ['basic', { authorization: `Basic ${btoa(key)}` }],
  ]

  it('that opens nothing is refused with one and the same answer', async () => {
    const service = await startTestService()
    const { key, keyId, account } = await service.join()
    const revoked = await service.manage.createKey(account)
    await service.manage.revokeKey(revoked.id)
    const rolled = await service.manage.rollKey(keyId)
    const cases = [
      ...wrong(rolled.key),
      ['revoked', { 'x-api-key': revoked.key }],
      ['rolled', { 'x-api-key': key }],
    ] as const
    const bodies = new Set<string>()
    for (const [name, headers] of cases) {
      const response = await service.post(undefined, ask(), { headers })
      bodies.add(await response.clone().text())
      expect(response.headers.get('www-authenticate'), name).toBe('Bearer')
      await expectRefusal(response, 'INVALID_API_KEY', /X-API-Key.*Authorization: Bearer/)
    }
    expect(bodies.size).toBe(1)
  })

  it.each(['x-api-key', 'bearer', 'lower-case bearer', 'both', 'beside another scheme'])(
    'is taken as %s',
    async (form) => {
      const service = await startTestService({ engine: createScriptedEngine((run) => run.complete()) })
      const { key } = await service.join()
      const headers: Record<string, Record<string, string>> = {
        'x-api-key': { 'x-api-key': key },
        bearer: { authorization: `Bearer ${key}` },
        'lower-case bearer': { authorization: `bearer ${key}` },
        both: { 'x-api-key': key, authorization: `Bearer ${key}` },
        'beside another scheme': { 'x-api-key': key, authorization: 'Basic abc' },
      }
      const response = await service.post(undefined, ask(), { headers: headers[form] ?? {} })
      expect((await readStream(response)).data.at(-1)).toBe('[DONE]')
    },
  )

  it('is asked for before the body is looked at', async () => {
    const service = await startTestService()
    await expectRefusal(
      await service.post(undefined, '{', { headers: { 'content-type': 'text/html' } }),
      'INVALID_API_KEY',
    )
    const answer = await sendRaw(
      service.url,
      'POST /v1/research HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 5000\r\n\r\n{',
    )
    expect(parseRaw(answer).status).toBe(401)
  })
})

describe('a body that nobody will read', () => {
  it.each(['Content-Length: 99999999', 'Transfer-Encoding: chunked'])(
    'is not received to its end (%s)',
    async (length) => {
      const service = await startTestService()
      const answer = await sendRaw(service.url, `POST /v1/research HTTP/1.1\r\nHost: a\r\n${length}\r\n\r\n`)
      expect(parseRaw(answer)).toMatchObject({ status: 401, headers: { connection: 'close' } })
    },
  )
})

describe('a body', () => {
  it('is refused by the documented code, and costs nothing', async () => {
    const service = await startTestService()
    const { key, account } = await service.join()
    await expectRefusal(await service.post(key, {}), 'MISSING_QUERY')
    await expectRefusal(await service.post(key, { query: 'a'.repeat(10_001) }), 'QUERY_EXCEEDS_MAX_LENGTH')
    await expectRefusal(await service.post(key, ask({ reasoning_level: 'huge' as 'high' })), 'INVALID_REASONING_LEVEL')
    await expectRefusal(await service.post(key, '{'), 'INVALID_REQUEST')
    await expectRefusal(await service.post(key, new Uint8Array([0x22, 0xff, 0x22])), 'INVALID_REQUEST', /UTF-8/)
    await expectRefusal(await service.post(key, ''), 'INVALID_REQUEST', /JSON/)
    expect(await service.manage.showCredits(account)).toMatchObject({ free: 300, added: 0 })
    expect(service.engine.started).toBe(0)
  })

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json; charset=utf-16',
    'application/jsonp',
    'application/problem+json',
    'json',
    ';;;',
  ])('of type %s is refused', async (type) => {
    const service = await startTestService()
    const { key } = await service.join()
    await expectRefusal(
      await service.post(key, ask(), { headers: { 'content-type': type } }),
      'INVALID_REQUEST',
      /Content-Type|read/,
    )
  })

  it('without a type, or compressed, is refused', async () => {
    const service = await startTestService()
    const { key } = await service.join()
    const bytes = new TextEncoder().encode(JSON.stringify(ask()))
    const untyped = await fetch(`${service.url}/v1/research`, {
      method: 'POST',
      body: bytes,
      headers: { 'x-api-key': key },
    })
    await expectRefusal(untyped, 'INVALID_REQUEST', /Content-Type/)
    const empty = await fetch(`${service.url}/v1/research`, { method: 'POST', headers: { 'x-api-key': key } })
    await expectRefusal(empty, 'INVALID_REQUEST', /Content-Type/)
    await expectRefusal(
      await service.post(key, ask(), { headers: { 'content-encoding': 'gzip' } }),
      'INVALID_REQUEST',
      /Content-Encoding/,
    )
  })

  it.each(['application/json;charset=UTF-8', 'Application/JSON', 'application/json; charset="utf-8"'])(
    'of type %s is taken',
    async (type) => {
      const service = await startTestService({ engine: createScriptedEngine((run) => run.complete()) })
      const { key } = await service.join()
      const response = await service.post(key, ask(), { headers: { 'content-type': type } })
      expect((await readStream(response)).data.at(-1)).toBe('[DONE]')
    },
  )

  it('of exactly 1 MiB is taken, of one byte more is refused', async () => {
    const service = await startTestService({ engine: createScriptedEngine((run) => run.complete()) })
    const { key } = await service.join()
    const body = JSON.stringify(ask())
    const response = await service.post(key, body.padEnd(1_048_576))
    expect((await readStream(response)).data.at(-1)).toBe('[DONE]')
    await expectRefusal(await service.post(key, body.padEnd(1_048_577)), 'INVALID_REQUEST', /1048576 bytes/)
  })

  it('that says it is longer is refused before it comes', async () => {
    const service = await startTestService()
    const { key } = await service.join()
    const head = `POST /v1/research HTTP/1.1\r\nHost: a\r\nX-API-Key: ${key}\r\nContent-Type: application/json\r\n`
    const answer = parseRaw(await sendRaw(service.url, `${head}Content-Length: 99999999\r\n\r\n{`))
    expect(answer).toMatchObject({ status: 400, headers: { connection: 'close' } })
    expect(answer.body).toContain('"INVALID_REQUEST"')
  })

  it('without end is refused and read no further', async () => {
    const service = await startTestService()
    const { key } = await service.join()
    let pulled = 0
    const endless = new ReadableStream({
      pull(controller) {
        pulled += 1
        controller.enqueue(new Uint8Array(65_536))
      },
    })
    const response = await service.post(key, '', { body: endless, duplex: 'half' } as RequestInit)
    await expectRefusal(response, 'INVALID_REQUEST', /1048576 bytes/)
    expect(pulled).toBeLessThan(400)
  })
})

describe('what is no request', () => {
  it.each([
    ['nonsense', 'nonsense\r\n\r\n'],
    ['a long header', `GET / HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(100_000)}\r\n\r\n`],
    ['two lengths', 'POST /v1/research HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}'],
    [
      'a length and chunks',
      'POST /v1/research HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n{}',
    ],
  ])('%s is answered with the documented body', async (_, text) => {
    const service = await startTestService()
    const answer = parseRaw(await sendRaw(service.url, text))
    expect(answer).toMatchObject({ status: 400, headers: { 'x-request-id': expect.stringMatching(/^req_/) } })
    expect(errorBodySchema.parse(JSON.parse(answer.body)).error.code).toBe('INVALID_REQUEST')
  })

  it('an unknown expectation changes nothing', async () => {
    const service = await startTestService()
    const answer = await sendRaw(
      service.url,
      'GET /v1/research HTTP/1.1\r\nHost: a\r\nExpect: wonders\r\nConnection: close\r\n\r\n',
    )
    expect(parseRaw(answer).status).toBe(404)
  })
})
