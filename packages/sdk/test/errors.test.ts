import * as sdk from '@deep-research/sdk'
import { toResponse } from '@deep-research/sdk/relay'
import { describe, expect, it } from 'vitest'
import { ERRORS } from '#contract/tables.ts'
import { clientOf, QUERY, rejection } from './client-of.ts'
import { envelope, errorBody, frames, HEAD } from './wire.ts'

const CLASSES: Record<number, typeof sdk.APIError> = {
  400: sdk.BadRequestError,
  401: sdk.AuthenticationError,
  402: sdk.InsufficientCreditsError,
  404: sdk.NotFoundError,
  429: sdk.RateLimitError,
  502: sdk.ServerError,
}

describe('one class per status', () => {
  it.each(Object.entries(ERRORS))('%s', async (code, { status, type }) => {
    const { client } = await clientOf(
      (response) => {
        response.writeHead(status, { 'content-type': 'application/json', 'x-request-id': 'req_1', 'x-more': 'm' })
        response.end(errorBody(code, type, 'In words.'))
      },
      { retry: { limit: 0 } },
    )
    const error = await rejection(client.stream(QUERY))
    expect(Object.getPrototypeOf(error)).toBe(CLASSES[status]?.prototype)
    expect(error).toMatchObject({ status, code, type, message: 'In words.', requestId: 'req_1' })
    expect((error as sdk.APIError).headers.get('x-more')).toBe('m')
    expect((error as sdk.APIError).body).toBe(errorBody(code, type, 'In words.'))
  })

  it.each([
    [403, 'APIError'],
    [409, 'APIError'],
    [418, 'APIError'],
    [500, 'ServerError'],
    [503, 'ServerError'],
    [599, 'ServerError'],
  ])('%i is %s', async (status, name) => {
    const { client, server } = await clientOf((response) => void response.writeHead(status).end('<h1>oops</h1>'))
    const error = await rejection(client.stream(QUERY))
    expect(error).toMatchObject({ name, status, code: undefined, type: undefined, body: '<h1>oops</h1>' })
    expect((error as Error).message).toMatch(`HTTP ${status}`)
    expect((error as Error).message).not.toContain('baseURL')
    expect(server.posts).toHaveLength(1)
  })

  it.each(['', 'null', '[]', '{"error":1}', '{"error":{"code":5,"message":[]}}', '{"error":{}}'])(
    'a body that is %j is no reason to fail otherwise',
    async (body) => {
      const { client } = await clientOf((response) => void response.writeHead(400).end(body))
      expect(await rejection(client.stream(QUERY))).toMatchObject({ name: 'BadRequestError', code: undefined, body })
    },
  )

  it('keeps what came of a body that breaks off, and of one without end', async () => {
    const { client } = await clientOf(async (response, _, index) => {
      response.writeHead(400, { 'content-length': 10_000_000 })
      await new Promise((resolve) => response.write('x'.repeat(index === 0 ? 10 : 3_000_000), resolve))
      if (index === 0) response.socket?.destroySoon()
    })
    expect(await rejection(client.stream(QUERY))).toMatchObject({ body: 'x'.repeat(10) })
    const endless = (await rejection(client.stream(QUERY))) as sdk.APIError
    expect(endless.body.length).toBeGreaterThanOrEqual(1_048_576)
    expect(endless.body.length).toBeLessThan(3_000_000)
  })

  it('402 says when credits renew, and is not waited for', async () => {
    const { client, server } = await clientOf((response) => {
      response.writeHead(402, { 'retry-after': '1' }).end(errorBody('INSUFFICIENT_CREDITS'))
    })
    expect(await rejection(client.stream(QUERY))).toMatchObject({ retryAfterMs: 1_000 })
    expect(server.posts).toHaveLength(1)
  })
})

describe('redirects', () => {
  it.each([301, 302, 303, 307, 308])('%i is not followed', async (status) => {
    const elsewhere = await clientOf((response) => void response.writeHead(200, HEAD).end())
    const { client, server } = await clientOf((response) => {
      response.writeHead(status, { location: `${elsewhere.server.url}/v1/research` }).end()
    })
    const error = await rejection(client.stream(QUERY))
    expect(error).toMatchObject({ name: 'APIError', status })
    expect((error as Error).message).toContain(`${elsewhere.server.url}/v1/research`)
    expect(server.posts).toHaveLength(1)
    expect(elsewhere.server.requests).toHaveLength(0)
  })
})

describe('recognition', () => {
  const facts = { status: 429, headers: new Headers(), body: '' }
  const rateLimit = new sdk.RateLimitError('m', facts)

  it('goes up the tree, not sideways', () => {
    expect(sdk.RateLimitError.isInstance(rateLimit)).toBe(true)
    expect(sdk.APIError.isInstance(rateLimit)).toBe(true)
    expect(sdk.DeepResearchError.isInstance(rateLimit)).toBe(true)
    expect(sdk.ServerError.isInstance(rateLimit)).toBe(false)
    expect(sdk.StreamError.isInstance(rateLimit)).toBe(false)
    const base = new sdk.APIError('m', facts)
    expect(sdk.RateLimitError.isInstance(base)).toBe(false)
    for (const other of [undefined, null, 'x', {}, new Error('x')]) {
      expect(sdk.DeepResearchError.isInstance(other)).toBe(false)
    }
  })

  it('works unbound and for errors of another copy', () => {
    class Copy extends Error {}
    const mark = (name: string): void => {
      Object.defineProperty(Copy.prototype, Symbol.for(`@deep-research/sdk/${name}`), { value: true })
    }
    mark('RateLimitError')
    const { isInstance } = sdk.RateLimitError
    expect([new Copy(), rateLimit, new Error('x')].map(isInstance)).toEqual([true, true, false])
  })

  it('names every class after itself', () => {
    const classes = Object.entries(sdk).filter(([name]) => name.endsWith('Error'))
    expect(classes).toHaveLength(15)
    for (const [name, value] of classes) expect(value.prototype, name).toHaveProperty('name', name)
  })
})

const TOLD = {
  'x-credits-charged': '15',
  'x-credits-remaining': '-3',
  'x-concurrency-limit': '5',
  'x-concurrency-remaining': 'many',
}

describe('an error tells', () => {
  it('its own facts as JSON, and what it is about', async () => {
    const { client, server } = await clientOf((response) => {
      response.writeHead(402, { 'retry-after': '5', 'x-request-id': 'req_1', ...TOLD })
      response.end(errorBody('INSUFFICIENT_CREDITS', 'insufficient_credits_error', 'No credits.'))
    })
    const error = await rejection(client.stream(QUERY, { idempotencyKey: 'mine' }))
    expect(JSON.parse(JSON.stringify(error))).toEqual({
      name: 'InsufficientCreditsError',
      code: 'INSUFFICIENT_CREDITS',
      message: 'HTTP 402',
      id: 'req_1',
      status: 402,
      type: 'insufficient_credits_error',
      retryAfterMs: 5_000,
      method: 'POST',
      url: `${server.url}/v1/research`,
      idempotencyKey: 'mine',
      creditsCharged: 0,
      account: { creditsCharged: 15, creditsRemaining: -3, concurrencyLimit: 5 },
    })
  })

  it('where it could not go, why, and that it cost nothing', async () => {
    const { client, server } = await clientOf(() => undefined, { retry: { limit: 0 } })
    await server.close()
    const error = await rejection(client.run(QUERY))
    expect(JSON.parse(JSON.stringify(error))).toMatchObject({
      name: 'ConnectionError',
      phase: 'connect',
      method: 'POST',
      url: `${server.url}/v1/research`,
      causeCode: 'ECONNREFUSED',
      creditsCharged: 0,
      message: `The service could not be reached: POST ${server.url}/v1/research. (ECONNREFUSED)`,
    })
  })

  it('that it may have been charged, and by which key to ask', async () => {
    const { client, server } = await clientOf((response) => void response.socket?.destroy())
    const error = await rejection(client.run(QUERY))
    expect(error).toMatchObject({ phase: 'headers' })
    expect(error).not.toHaveProperty('creditsCharged', 0)
    expect(error).toHaveProperty('idempotencyKey', server.posts[0]?.headers['idempotency-key'])
    expect((error as Error).message).toMatch(/POST .*may have been charged/)
    const free = await rejection(client.cancel('r', { retry: { limit: 0 } }))
    expect(free).toHaveProperty('message', expect.not.stringContaining('charged'))
  })

  it('what a stream that broke had been charged, and nothing that may have been given back', async () => {
    const failed = frames(envelope('research.failed', { error: { code: 'RESEARCH_TIMEOUT', message: 'm' } }))
    const { client } = await clientOf(
      (response, _, index) => void response.writeHead(200, { ...HEAD, ...TOLD }).end(index === 0 ? '' : failed),
    )
    expect(await rejection(client.run(QUERY))).toMatchObject({ name: 'StreamInterruptedError', creditsCharged: 15 })
    expect(await rejection(client.run(QUERY))).toMatchObject({ code: 'RESEARCH_TIMEOUT', creditsCharged: undefined })
  })
})

describe('a fetch whose body is no web stream is the caller’s mistake', () => {
  it.each([
    ['of another kind', 200, { on: () => undefined }],
    ['missing', 200, undefined],
    ['of another kind, of an error', 400, { on: () => undefined }],
  ])('%s', async (_, status, body) => {
    const response = { status, ok: status === 200, headers: new Headers(HEAD), body } as unknown as Response
    const client = new sdk.DeepResearch({
      apiKey: 'k',
      baseURL: 'https://example.com',
      fetch: () => Promise.resolve(response),
    })
    const error = await rejection(client.run(QUERY))
    expect(error).toMatchObject({ name: 'ConfigurationError', method: 'POST', requestId: 'req_header' })
    expect((error as Error).message).toMatch(/no web stream/)
  })

  it('but an error needs no body', async () => {
    const response = new Response(null, { status: 502 })
    const client = new sdk.DeepResearch({
      apiKey: 'k',
      baseURL: 'https://example.com',
      fetch: () => Promise.resolve(response),
    })
    for (const failed of [client.run(QUERY), sdk.readResearchStream(response).result()]) {
      expect(await rejection(failed)).toMatchObject({ name: 'ServerError', status: 502, body: '' })
    }
  })
})

it('a middleware that forgets to return the response is the caller’s mistake, told at once', async () => {
  const { client, server } = await clientOf((response) => void response.writeHead(200, HEAD).end(), {
    middleware: [async (url, init, next) => void (await next(url, init)) as unknown as Response],
  })
  const error = await rejection(client.run(QUERY))
  expect(error).toMatchObject({ name: 'ConfigurationError', idempotencyKey: expect.any(String) })
  expect(error).not.toHaveProperty('creditsCharged')
  expect(server.posts).toHaveLength(1)
})

describe('toResponse answers for a relay', () => {
  const json = { 'content-type': 'application/json' }

  it.each([
    ['MISSING_QUERY', 400, 400],
    ['INSUFFICIENT_CREDITS', 402, 402],
    ['NOT_FOUND', 404, 404],
    ['RATE_LIMIT_EXCEEDED', 429, 429],
    ['INVALID_API_KEY', 401, 502],
    ['PROXY_ERROR', 502, 502],
    ['SERVER_RESTARTED', 500, 502],
    ['SERVER_RESTARTED', 503, 502],
  ])('%s of %i', async (code, status, relayed) => {
    const { client } = await clientOf(
      (response) => void response.writeHead(status, { ...json, 'retry-after': '7' }).end(errorBody(code)),
      { retry: { limit: 0 } },
    )
    const answer = toResponse(await rejection(client.stream(QUERY)))
    expect(answer.status).toBe(relayed)
    expect(answer.headers.get('retry-after')).toBe(relayed === status && status < 500 ? '7' : null)
    expect(answer.headers.get('content-type')).toBe('application/json')
    const read = await rejection(sdk.readResearchStream(answer).result())
    expect(read).toMatchObject({ status: relayed, code: relayed === status ? code : 'PROXY_ERROR' })
  })

  it('in the words of the service, and not in those of a proxy before it', async () => {
    const { client } = await clientOf((response, _, index) => {
      if (index === 0) response.writeHead(402, json).end(errorBody('INSUFFICIENT_CREDITS', 'credits', 'Too few.'))
      else response.writeHead(403).end('<h1>10.0.0.7 says no</h1>')
    })
    const refused = toResponse(await rejection(client.stream(QUERY)))
    expect(await refused.json()).toEqual({
      error: { type: 'credits', code: 'INSUFFICIENT_CREDITS', message: 'Too few.' },
    })
    const blocked = toResponse(await rejection(client.stream(QUERY)))
    expect(blocked.status).toBe(502)
    expect(await blocked.text()).not.toContain('10.0.0.7')
  })

  it('with nothing of what is the relay’s alone', async () => {
    const { client, server } = await clientOf((response) => void response.socket?.destroy())
    for (const [error, status] of [
      [await rejection(client.run(QUERY)), 502],
      [new sdk.ConfigurationError('Set THE_KEY.'), 500],
      [new Error('at /home'), 502],
      [Object.assign(new Error('at /home'), { status: 404, code: 'ENOENT' }), 502],
    ] as const) {
      const answer = toResponse(error)
      expect(answer.status).toBe(status)
      const text = await answer.text()
      expect(text).not.toMatch(/THE_KEY|home|127\.0\.0\.1/)
      expect(text).not.toContain(server.url)
      expect(JSON.parse(text)).toMatchObject({ error: { code: 'PROXY_ERROR' } })
    }
  })
})
