import { inspect } from 'node:util'
import { DeepResearch } from '@deep-research/sdk'
import type { EndInfo, FetchInit, FetchOptions, LogLevel } from '@deep-research/sdk/types'
import { describe, expect, it } from 'vitest'
import { clientOf, KEY, QUERY, rejection } from './client-of.ts'
import { DELTAS, errorBody, FAILED, frames, HEAD, RESULT, STREAM } from './wire.ts'

const fine = (response: import('node:http').ServerResponse): void => void response.writeHead(200, HEAD).end(STREAM)

describe('what belongs to the options is no field of the request', () => {
  it.each([
    [{ ...QUERY, signal: AbortSignal.timeout(1_000) }, 'signal'],
    [{ ...QUERY, reasoning: 'low' }, 'reasoning'],
    [{ ...QUERY, maxRetries: undefined }, 'maxRetries'],
    [{ ...QUERY, options: { include_thoughts: true } }, 'options.include_thoughts'],
  ])('%#', async (params, name) => {
    const { client, server } = await clientOf(fine)
    for (const call of ['stream', 'run'] as const) {
      const error = await rejection(client[call](params as typeof QUERY))
      expect(error).toMatchObject({ name: 'ConfigurationError' })
      expect((error as Error).message).toContain(` ${name}.`)
    }
    expect(server.requests).toHaveLength(0)
  })

  it('nor is anything but an object a request', async () => {
    const { client } = await clientOf(fine)
    for (const params of [undefined, null, 'Why?']) {
      expect(await rejection(client.run(params as unknown as typeof QUERY))).toMatchObject({
        name: 'ConfigurationError',
      })
    }
  })

  it('and an option that there is none of is refused by its name', async () => {
    const { client } = await clientOf(fine)
    expect(await rejection(client.run(QUERY, { timeout: 5 } as object))).toMatchObject({ message: /timeout/ })
    expect(() => new DeepResearch({ apiKey: KEY, baseURL: 'https://example.com', timeout: 5 } as object)).toThrow(
      'timeout',
    )
  })
})

describe('the address', () => {
  it.each(['/v1', '/v1/', '/api/v1//'])('may end in %s', async (suffix) => {
    const { server } = await clientOf(fine)
    await new DeepResearch({ apiKey: KEY, baseURL: server.url + suffix }).run(QUERY)
    expect(server.posts[0]?.url).toBe(`${suffix.replace(/\/v1\/*$/, '')}/v1/research`)
  })
})

describe('headers', () => {
  it.each([
    ['Headers', new Headers({ 'x-a': '1' })],
    ['pairs', [['x-a', '1']] as [string, string][]],
    ['a map', new Map([['x-a', '1']])],
    ['a record with a hole', { 'x-a': '1', 'x-b': undefined }],
  ])('are taken as %s', async (_, headers) => {
    const { client, server } = await clientOf(fine, { headers: { 'x-b': 'client' } })
    await client.run(QUERY, { headers })
    expect(server.posts[0]?.headers).toMatchObject({ 'x-a': '1', 'x-b': 'client' })
  })

  it('of the key are refused in each form', async () => {
    const { client } = await clientOf(fine)
    for (const headers of [new Headers({ 'x-api-key': 'k' }), [['X-API-Key', 'k']] as [string, string][]]) {
      expect(await rejection(client.run(QUERY, { headers }))).toMatchObject({ name: 'ConfigurationError' })
    }
  })
})

describe('idempotencyKey', () => {
  it('is sent as it is, on each try', async () => {
    const { client, server } = await clientOf((response, _, index) => {
      if (index === 0) response.writeHead(429, { 'retry-after': '0' }).end(errorBody('RATE_LIMIT_EXCEEDED'))
      else fine(response)
    })
    await client.run(QUERY, { idempotencyKey: 'order-7' })
    expect(server.posts.map(({ headers }) => headers['idempotency-key'])).toEqual(['order-7', 'order-7'])
  })

  it.each(['', 'a b', 'é', 'x'.repeat(129)])('is refused where it cannot be one: %j', async (idempotencyKey) => {
    const { client } = await clientOf(fine)
    expect(await rejection(client.run(QUERY, { idempotencyKey }))).toMatchObject({ name: 'ConfigurationError' })
  })
})

it('maxRetryAfterMs holds for one call', async () => {
  const { client, server } = await clientOf(
    (response) => void response.writeHead(429, { 'retry-after': '1' }).end(errorBody('RATE_LIMIT_EXCEEDED')),
  )
  const error = await rejection(client.run(QUERY, { maxRetryAfterMs: 999 }))
  expect(error).toMatchObject({ name: 'RateLimitError', retryAfterMs: 1_000 })
  expect(server.posts).toHaveLength(1)
})

describe('fetchOptions', () => {
  it('are given to fetch, those of a call over those of the client', async () => {
    const inits: FetchInit[] = []
    const client = new DeepResearch({
      apiKey: KEY,
      baseURL: 'https://example.com',
      fetchOptions: { cache: 'no-store', proxy: 'http://a', method: 'GET' } as unknown as FetchOptions,
      fetch: async (_, init) => {
        inits.push(init)
        return new Response(STREAM, { headers: HEAD })
      },
    })
    await client.run(QUERY, { fetchOptions: { proxy: 'http://b' } })
    expect(inits).toMatchObject([{ cache: 'no-store', proxy: 'http://b', method: 'POST' }])
  })
})

describe('apiKey', () => {
  it('is asked for on each try, and once more after a 401', async () => {
    const asked: boolean[] = []
    const { client, server } = await clientOf(
      (response, { headers }) => {
        if (headers['x-api-key'] === 'fresh') fine(response)
        else response.writeHead(401).end(errorBody('INVALID_API_KEY', 't', 'The key stale is wrong.'))
      },
      {
        apiKey: async ({ refused }) => {
          asked.push(refused)
          return refused ? 'fresh' : 'stale'
        },
      },
    )
    expect(await client.run(QUERY)).toEqual(RESULT)
    expect(asked).toEqual([false, true])
    expect(server.posts.map(({ headers }) => headers['x-api-key'])).toEqual(['stale', 'fresh'])
  })

  it('is asked for no more than that, and hidden', async () => {
    const { client, server } = await clientOf(
      (response) => void response.writeHead(401).end(errorBody('INVALID_API_KEY', 't', 'The key stale is wrong.')),
      { apiKey: () => 'stale' },
    )
    const error = await rejection(client.run(QUERY))
    expect(error).toMatchObject({ name: 'AuthenticationError', message: 'The key [hidden] is wrong.' })
    expect(server.posts).toHaveLength(2)
  })

  it('is asked for to cancel, too, and was not refused', async () => {
    const asked: boolean[] = []
    const { client, server } = await clientOf(
      (response, { method }) => {
        if (method === 'DELETE') response.writeHead(204).end()
        else response.writeHead(200, { ...HEAD, 'x-research-resumable': 'true' }).write(frames(DELTAS[0]))
      },
      { apiKey: ({ refused }) => `key${asked.push(refused)}` },
    )
    for await (const _ of await client.stream(QUERY)) break
    await server.received(2)
    expect(server.requests[1]).toMatchObject({ method: 'DELETE', headers: { 'x-api-key': 'key2' } })
    expect(asked).toEqual([false, false])
  })

  it('that is the same for ever is sent once', async () => {
    const { client, server } = await clientOf((response) => void response.writeHead(401).end())
    expect(await rejection(client.run(QUERY))).toMatchObject({ name: 'AuthenticationError' })
    expect(server.posts).toHaveLength(1)
  })

  it.each([
    ['throws', () => Promise.reject(new Error('vault')), { message: 'vault' }],
    ['gives nothing', () => '', undefined],
    ['gives what cannot be sent', () => 'a\nb', undefined],
  ])('that %s ends the call unsent', async (_, apiKey, cause) => {
    const { client, server } = await clientOf(fine, { apiKey })
    const error = await rejection(client.run(QUERY))
    expect(error).toMatchObject({ name: 'ConfigurationError', ...(cause && { cause }) })
    expect((error as Error).message).toContain('apiKey')
    expect(server.requests).toHaveLength(0)
  })

  it('that never comes is given up with the signal, and nothing is sent late', async () => {
    const given = Promise.withResolvers<string>()
    const sent: string[] = []
    const { client } = await clientOf(fine, {
      apiKey: () => given.promise,
      fetch: async (url) => {
        sent.push(url)
        return new Response(STREAM, { headers: HEAD })
      },
    })
    expect(await rejection(client.run(QUERY, { signal: AbortSignal.timeout(1) }))).toMatchObject({
      name: 'TimeoutError',
    })
    given.resolve('late')
    await new Promise(setImmediate)
    expect(sent).toEqual([])
  })
})

describe('middleware', () => {
  it('stands around each try, the first outermost', async () => {
    const seen: string[] = []
    const { client, server } = await clientOf(
      (response, _, index) => {
        if (index === 0) response.writeHead(429, { 'retry-after': '0' }).end(errorBody('RATE_LIMIT_EXCEEDED'))
        else fine(response)
      },
      {
        middleware: [
          async (url, init, next) => {
            seen.push(`a ${init.method} ${new URL(url).pathname}`)
            const response = await next(url, { ...init, headers: { ...init.headers, 'x-signed': init.body ?? '' } })
            seen.push(`a ${response.status}`)
            return response
          },
          (url, init, next) => {
            seen.push(`b ${init.headers['x-signed'] === init.body}`)
            return next(url, init)
          },
        ],
      },
    )
    expect(await client.run(QUERY)).toEqual(RESULT)
    expect(seen).toEqual(['a POST /v1/research', 'b true', 'a 429', 'a POST /v1/research', 'b true', 'a 200'])
    expect(server.posts[1]?.headers['x-signed']).toBe(JSON.stringify(QUERY))
  })

  it('may answer by itself', async () => {
    const { client, server } = await clientOf(fine, {
      middleware: [async () => new Response(STREAM, { headers: HEAD })],
    })
    expect(await client.run(QUERY)).toEqual(RESULT)
    expect(server.requests).toHaveLength(0)
  })
})

describe('hooks', () => {
  it('of client and call are told of one call by one id, and of its end', async () => {
    const told: [string, string, object][] = []
    const hook = (whose: string, name: string) => (info: object, call?: object) => {
      const { callId } = { ...info, ...call } as { callId: string }
      told.push([`${whose} ${name}`, callId, info])
    }
    const hooks = (whose: string) => ({
      onRequest: hook(whose, 'request'),
      onRetry: hook(whose, 'retry'),
      onEvent: hook(whose, 'event'),
      onEnd: hook(whose, 'end'),
    })
    const { client } = await clientOf(
      (response, _, index) => {
        if (index === 0) response.writeHead(429, { 'retry-after': '0' }).end(errorBody('RATE_LIMIT_EXCEEDED'))
        else response.writeHead(200, { ...HEAD, 'x-credits-charged': '15' }).end(STREAM)
      },
      { hooks: hooks('client') },
    )
    await client.run(QUERY, { hooks: hooks('call') })
    const events = Array.from({ length: 5 }, () => ['client event', 'call event']).flat()
    const tries = ['client request', 'call request', 'client retry', 'call retry', 'client request', 'call request']
    expect(told.map(([name]) => name)).toEqual([...tries, ...events, 'client end', 'call end'])
    expect(new Set(told.map(([, callId]) => callId)).size).toBe(1)
    expect(told.at(-1)?.[2]).toMatchObject({
      outcome: 'completed',
      attempts: 2,
      requestId: 'req_header',
      creditsCharged: 15,
      durationMs: expect.any(Number),
      error: undefined,
    })
    await client.run(QUERY)
    expect(new Set(told.map(([, callId]) => callId)).size).toBe(2)
  })

  it('are told of each end once', async () => {
    const ends: EndInfo[] = []
    const { client } = await clientOf(
      (response, { method }, index) => {
        if (method !== 'POST') response.writeHead(method === 'GET' ? 404 : 204).end()
        else if (index === 0) response.writeHead(400).end()
        else if (index === 1) response.writeHead(200, HEAD).end(frames(FAILED))
        else response.writeHead(200, HEAD).write(frames(DELTAS[0]))
      },
      { hooks: { onEnd: (end) => ends.push(end) } },
    )
    await rejection(client.run(QUERY))
    await rejection(client.run(QUERY))
    for await (const _ of await client.stream(QUERY)) break
    await rejection(client.run(QUERY, { signal: AbortSignal.timeout(20) }))
    await rejection(client.stream(QUERY, { signal: AbortSignal.abort('mine') }))
    await rejection(client.retrieve('r'))
    await client.cancel('r')
    expect(ends.map(({ outcome, attempts }) => [outcome, attempts])).toEqual([
      ['failed', 1],
      ['failed', 1],
      ['aborted', 1],
      ['aborted', 1],
      ['aborted', 0],
      ['failed', 1],
      ['completed', 1],
    ])
    expect(ends[4]?.error).toBe('mine')
  })
})

describe('a logger', () => {
  async function logged(logLevel: LogLevel | undefined): Promise<string[]> {
    const lines: string[] = []
    const log = (level: string) => (message: string, info: object) =>
      void lines.push(`${level} ${message} ${JSON.stringify(info)}`)
    const { client } = await clientOf(
      (response, _, index) => {
        if (index === 0) response.writeHead(429, { 'retry-after': '0' }).end(errorBody('RATE_LIMIT_EXCEEDED'))
        else if (index === 1) fine(response)
        else response.writeHead(200, HEAD).end(frames(DELTAS[1]))
      },
      { logger: { debug: log('debug'), info: log('info'), warn: log('warn'), error: log('error') }, logLevel },
    )
    await client.run(QUERY)
    await rejection(client.run(QUERY))
    expect(lines.join()).not.toContain(KEY)
    expect(lines.join()).not.toContain('boils')
    return lines.map((line) => line.split(' ').slice(0, 3).join(' '))
  }

  it('is told what its level asks for', async () => {
    const warn = ['warn deep-research: retry']
    const failure = ['warn deep-research: warning', 'error deep-research: failure']
    expect(await logged(undefined)).toEqual([...warn, ...failure])
    expect(await logged('off')).toEqual([])
    expect(await logged('error')).toEqual(['error deep-research: failure'])
    expect(await logged('info')).toEqual([...warn, 'info deep-research: end', ...failure])
    const tries = ['debug deep-research: request', 'debug deep-research: response']
    expect(await logged('debug')).toEqual([
      ...tries,
      ...warn,
      ...tries,
      'info deep-research: end',
      ...tries,
      ...failure,
    ])
  })

  it('has no other levels', () => {
    const options = { apiKey: KEY, baseURL: 'https://example.com', logLevel: 'loud' as LogLevel }
    expect(() => new DeepResearch(options)).toThrow('logLevel or DEEP_RESEARCH_LOG must be one of')
  })
})

describe('clean text beside events', () => {
  it('comes in one loop, with the event that completed it', async () => {
    const { client } = await clientOf(fine)
    const seen: string[] = []
    for await (const { event, text } of (await client.stream(QUERY)).withText()) seen.push(`${event.type}: ${text}`)
    expect(seen).toEqual([
      'research.answer.delta: Water ',
      'research.answer.delta: boils',
      'research.answer.delta:  at 100 °C',
      'research.answer.delta:  at sea level.',
      'research.completed: ',
    ])
  })
})

it('keeps what a partial showed while the stream goes on', async () => {
  const tagged = [0, 1, 2].map((index) => ({
    ...DELTAS[0],
    data: { content: `<cite id="c${index}">t</cite>`, sequence: index },
  }))
  const { client } = await clientOf((response) => void response.writeHead(200, HEAD).end(frames(...tagged)))
  const stream = await client.stream(QUERY)
  const partials = []
  const loop = stream[Symbol.asyncIterator]()
  for (let event = 0; event < 3; event += 1) {
    await loop.next()
    partials.push(stream.partial)
  }
  expect(partials.map(({ citations }) => citations.map(({ id }) => id))).toEqual([
    ['c0'],
    ['c0', 'c1'],
    ['c0', 'c1', 'c2'],
  ])
  expect(partials[1]).toMatchObject({
    answer_clean: 'tt',
    citations: [{ start_offset: 0 }, { cited_text: 't', start_offset: 1 }],
  })
})

it.each([{}, null, 'direct'])(
  'a dispatcher that is none, as %j, is a mistake that costs nothing',
  async (dispatcher) => {
    const { client, server } = await clientOf(fine)
    const error = await rejection(client.run(QUERY, { fetchOptions: { dispatcher } as FetchOptions }))
    expect(error).toMatchObject({ name: 'ConfigurationError', creditsCharged: 0, message: /dispatcher/ })
    expect(server.requests).toHaveLength(0)
  },
)

it('an error holds no fact that is not known', async () => {
  const { client } = await clientOf((response) => void response.writeHead(400).end('{}'))
  const error = await rejection(client.run(QUERY))
  expect(Object.entries(Object(error)).filter(([, value]) => value === undefined)).toEqual([])
  expect(Object(error).account).toBeUndefined()
  expect(inspect(error)).not.toContain('undefined')
})
