import { answer, httpError, type MockResearch, mockResearch, researchHandlers, testApiKey } from '@deep-research/mock'
import { API_KEY, ERRORS, type ErrorCode, errorBodySchema, researchEventSchema } from '@deep-research/sdk/contract'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { API, ask, dataOf, eventsOf } from './read-stream.ts'

const server = setupServer()
let research: MockResearch
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
beforeEach(() => {
  research = mockResearch(server)
})
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

const types = (text: string) => [...new Set(eventsOf(text).map(({ type }) => type))]

describe('a good stream', () => {
  test('has the decided headers, valid envelopes with one id, and ends with [DONE]', async () => {
    const response = await ask({ request_id: 'mine:1' })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(response.headers.get('cache-control')).toBe('no-cache, no-transform')
    expect(response.headers.get('x-accel-buffering')).toBe('no')
    expect(response.headers.get('x-request-id')).toMatch(/^req_[0-9a-f]{32}$/)
    const text = await response.text()
    expect(dataOf(text).at(-1)).toBe('[DONE]')
    for (const event of eventsOf(text)) {
      expect(researchEventSchema.parse(event)).toBeDefined()
      expect(event.request_id).toBe('mine:1')
    }
  })

  test('concatenated deltas are the answer, numbered from 0', async () => {
    const events = eventsOf(await (await ask()).text())
    const deltas = events.filter(({ type }) => type === 'research.answer.delta')
    expect(deltas.map(({ data }) => data['content']).join('')).toBe(events.at(-1)?.data['answer'])
    expect(deltas.map(({ data }) => data['sequence'])).toEqual(deltas.map((_, index) => index))
  })

  test('has thinking and tool calls only where asked, and then in full', async () => {
    expect(types(await (await ask()).text())).toEqual(['research.answer.delta', 'research.completed'])
    expect(types(await (await ask({ options: { include_thinking: true } })).text())).toEqual([
      'research.thinking.delta',
      'research.answer.delta',
      'research.completed',
    ])
    const events = eventsOf(await (await ask({ options: { include_tool_calls: true } })).text())
    const calls = events.filter(({ type }) => type === 'research.tool_call.completed').map(({ data }) => data)
    expect(events.filter(({ type }) => type === 'research.tool_call.started')).toHaveLength(calls.length)
    expect(calls.length).toBeGreaterThan(0)
    expect(events.at(-1)?.data['tool_calls']).toEqual(calls)
  })

  test('makes a request id where the caller gave none, and echoes metadata only where given', async () => {
    const response = await ask()
    const events = eventsOf(await response.text())
    expect(events[0]?.request_id).toBe(response.headers.get('x-request-id'))
    expect(events.at(-1)?.data).not.toHaveProperty('metadata')
    const told = eventsOf(await (await ask({ metadata: { run: '7' } })).text())
    expect(told.at(-1)?.data['metadata']).toEqual({ run: '7' })
  })
})

describe('refusals', () => {
  test.each(Object.keys(ERRORS) as ErrorCode[])('%s has its status, its body and its headers', async (code) => {
    research.next(httpError(code))
    const response = await ask()
    expect(response.status).toBe(ERRORS[code].status)
    const body: unknown = await response.json()
    expect(errorBodySchema.parse(body)).toMatchObject({ error: { code, type: ERRORS[code].type } })
    expect(response.headers.get('x-request-id')).toMatch(/^req_/)
    expect(response.headers.has('retry-after')).toBe([402, 429].includes(ERRORS[code].status))
    expect(response.headers.get('www-authenticate')).toBe(code === 'INVALID_API_KEY' ? 'Bearer' : null)
  })

  test.each([
    [7, '7'],
    [0, '0'],
    [-3, '-3'],
    [1e15, '1000000000000000'],
    [new Date(Date.UTC(2099, 0, 1)), 'Thu, 01 Jan 2099 00:00:00 GMT'],
    ['soon', 'soon'],
    [null, null],
  ] as const)('Retry-After %s is sent as told', async (retryAfter, header) => {
    research.next(httpError('RATE_LIMIT_EXCEEDED', { retryAfter }))
    expect((await ask()).headers.get('retry-after')).toBe(header)
  })

  const bad: [string, unknown, ErrorCode][] = [
    ['no JSON', '{', 'INVALID_REQUEST'],
    ['an empty body', '', 'INVALID_REQUEST'],
    ['a list', '[]', 'INVALID_REQUEST'],
    ['no query', '{}', 'MISSING_QUERY'],
    ['an empty query', { query: '' }, 'MISSING_QUERY'],
    ['white space', { query: ' \n' }, 'MISSING_QUERY'],
    ['a query that is a number', { query: 5 }, 'INVALID_REQUEST'],
    ['a query that is null', { query: null }, 'INVALID_REQUEST'],
    ['10,001 characters', { query: 'x'.repeat(10_001) }, 'QUERY_EXCEEDS_MAX_LENGTH'],
    ['a lone surrogate', { query: 'a\ud800' }, 'INVALID_REQUEST'],
    ['an unknown level', { reasoning_level: 'max' }, 'INVALID_REASONING_LEVEL'],
    ['a level of another type', { reasoning_level: 5 }, 'INVALID_REASONING_LEVEL'],
    ['options that are a list', { options: [] }, 'INVALID_REQUEST'],
    ['a flag that is a string', { options: { include_thinking: 'yes' } }, 'INVALID_REQUEST'],
    ['a request_id with a space', { request_id: 'a b' }, 'INVALID_REQUEST'],
    ['metadata of numbers', { metadata: { a: 1 } }, 'INVALID_REQUEST'],
    ['a body over 1 MiB', { padding: 'x'.repeat(1_048_576) }, 'INVALID_REQUEST'],
  ]
  test.each(bad)('%s is refused', async (_, body, code) => {
    const response = await ask(body)
    expect(await response.json()).toMatchObject({ error: { code } })
    expect(response.status).toBe(400)
  })

  test('10,000 emoji and unknown fields pass', async () => {
    expect((await ask({ query: '🥚'.repeat(10_000), colour: 'red' })).status).toBe(200)
  })

  test('another content type and invalid UTF-8 are refused', async () => {
    expect((await ask({}, { headers: { 'content-type': 'text/plain' } })).status).toBe(400)
    const bytes = Uint8Array.from([...new TextEncoder().encode('{"query":"'), 0xff, 0x22, 0x7d])
    expect((await ask({}, { body: bytes })).status).toBe(400)
  })

  test('a message names the field', async () => {
    const response = await ask({ options: { include_thinking: 'yes' } })
    expect(JSON.stringify(await response.json())).toContain('options.include_thinking')
  })
})

describe('credentials', () => {
  const key = testApiKey()
  const accepted: Record<string, string>[] = [
    { 'x-api-key': key },
    { authorization: `Bearer ${key}` },
    { 'x-api-key': key, authorization: `Bearer ${key}` },
  ]
  const refused: Record<string, string>[] = [
    {},
    { 'x-api-key': 'nonsense' },
    { 'x-api-key': API_KEY.prefix },
    { 'x-api-key': `${key.slice(0, -1)}_` },
    { 'x-api-key': key, authorization: `Bearer ${testApiKey(1)}` },
    { authorization: `Basic ${key}` },
  ]
  const post = (headers: Record<string, string>, body = '{"query":"Why?"}') =>
    fetch(`${API}/v1/research`, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } })

  test.each(accepted)('%o is accepted', async (headers) => {
    expect((await post(headers)).status).toBe(200)
  })
  test.each(refused)('%o is refused with a message that names both headers', async (headers) => {
    const response = await post(headers)
    expect(response.status).toBe(401)
    expect(await response.text()).toMatch(/X-API-Key.*Authorization: Bearer/)
  })
  test('the credential is checked before the body, and the scenario takes its place in the order', async () => {
    expect((await post({}, '{')).status).toBe(401)
    research.use(httpError('PROXY_ERROR'))
    expect((await post({}, '{')).status).toBe(401)
    expect((await ask('{')).status).toBe(400)
    expect((await ask()).status).toBe(502)
    research.use(httpError('NOT_FOUND'))
    expect((await post({}, '{')).status).toBe(404)
  })
})

describe('endpoints', () => {
  test('another method is 404', async () => {
    const response = await fetch(`${API}/v1/research`, { headers: { 'x-api-key': testApiKey() } })
    expect(response.status).toBe(404)
    expect(errorBodySchema.parse(await response.json()).error.code).toBe('NOT_FOUND')
  })
  test('with a base URL every other path of the version is 404', async () => {
    server.use(...researchHandlers({ baseURL: `${API}/base/` }))
    expect((await ask({}, {}, `${API}/base`)).status).toBe(200)
    expect((await fetch(`${API}/base/v1/nothing`)).status).toBe(404)
  })
})

describe('controls', () => {
  test('scenarios queue, and what is used stays', async () => {
    research.next(httpError('PROXY_ERROR'), httpError('RATE_LIMIT_EXCEEDED'))
    expect([(await ask()).status, (await ask()).status, (await ask()).status]).toEqual([502, 429, 200])
    research.use([httpError('INSUFFICIENT_CREDITS'), httpError('PROXY_ERROR')])
    expect([(await ask()).status, (await ask()).status, (await ask()).status]).toEqual([402, 502, 502])
    research.reset()
    expect((await ask()).status).toBe(200)
    expect(research.requests).toHaveLength(1)
  })
  test('requests are read back with what became of them', async () => {
    await (await ask({ query: 'Tea?' }, { headers: { 'idempotency-key': 'k' } })).text()
    await ask('{')
    expect(research.requests).toMatchObject([
      { method: 'POST', path: '/v1/research', body: { query: 'Tea?' }, status: 200, outcome: 'completed' },
      { body: undefined, text: '{', status: 400, outcome: 'refused' },
    ])
    expect(research.requests[0]?.headers['idempotency-key']).toBe('k')
  })
  test('the same Idempotency-Key is the same request; with another body it is refused', async () => {
    const headers = { 'idempotency-key': 'once' }
    const first = await ask({}, { headers })
    const again = await ask({}, { headers })
    expect(again.headers.get('x-request-id')).toBe(first.headers.get('x-request-id'))
    expect((await ask({ query: 'Other?' }, { headers })).status).toBe(400)
    expect((await ask({}, { headers: { 'idempotency-key': 'x'.repeat(129) } })).status).toBe(400)
  })
  test('leaving the stream is noticed, and a cancelled request is 204 for its key alone', async () => {
    research.next(answer({ everyMs: 60_000 }))
    const response = await ask()
    await response.body?.cancel()
    await expect.poll(() => research.requests[0]?.outcome).toBe('left')
    const url = `${API}/v1/research/${response.headers.get('x-request-id')}`
    const remove = (key: string) => fetch(url, { method: 'DELETE', headers: { 'x-api-key': key } })
    expect((await remove(testApiKey(1))).status).toBe(404)
    expect((await remove(testApiKey())).status).toBe(204)
    expect((await remove('x')).status).toBe(401)
  })
})
