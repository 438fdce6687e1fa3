import { DeepResearch, type DeepResearchOptions } from '@deep-research/sdk'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { clientOf, KEY, QUERY, rejection } from './client-of.ts'
import { HEAD, RESULT, STREAM } from './wire.ts'

const given = { apiKey: KEY, baseURL: 'https://example.com' }

afterEach(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

function failure(options: DeepResearchOptions): string {
  try {
    new DeepResearch(options)
  } catch (error) {
    expect(error).toMatchObject({ name: 'ConfigurationError', code: 'CONFIGURATION_ERROR' })
    return (error as Error).message
  }
  throw new Error('Expected a ConfigurationError.')
}

describe('key and address', () => {
  it('come from the environment where they are not given', async () => {
    const { server } = await clientOf((response) => void response.writeHead(200, HEAD).end(STREAM))
    vi.stubEnv('DEEP_RESEARCH_API_KEY', 'dr_live_env')
    vi.stubEnv('DEEP_RESEARCH_BASE_URL', `${server.url}/`)
    expect(await new DeepResearch().run(QUERY)).toEqual(RESULT)
    expect(server.posts[0]?.headers['x-api-key']).toBe('dr_live_env')
  })

  it('are demanded, by the names of the option and the variable', () => {
    vi.stubEnv('DEEP_RESEARCH_API_KEY', '')
    vi.stubEnv('DEEP_RESEARCH_BASE_URL', undefined)
    expect(failure({ baseURL: given.baseURL })).toMatch(/apiKey.*DEEP_RESEARCH_API_KEY/)
    expect(failure({ apiKey: KEY })).toMatch(/baseURL.*DEEP_RESEARCH_BASE_URL/)
  })

  it('do without an environment', () => {
    vi.stubGlobal('process', undefined)
    expect(failure({})).toMatch('apiKey')
    expect(() => new DeepResearch(given)).not.toThrow()
  })

  it('do with an environment that may not be read', () => {
    vi.stubGlobal('process', {
      get env(): never {
        throw new Error('denied')
      },
    })
    expect(failure({})).toMatch('apiKey')
  })

  it.each(['dr live', 'dr_live_\n', 'ключ', ''])('a key that cannot be sent is refused unseen: %j', (apiKey) => {
    const message = failure({ ...given, apiKey })
    if (apiKey !== '') expect(message).not.toContain(apiKey)
  })

  it.each(['example.com', 'ftp://example.com', '/v1', 'https://me:secret@example.com', 'file:///etc/passwd'])(
    'an address that is none is refused: %s',
    (baseURL) => {
      expect(failure({ ...given, baseURL })).not.toContain('secret')
    },
  )

  it.each([
    ['', '/v1/research'],
    ['/', '/v1/research'],
    ['/api//', '/api/v1/research'],
    ['/api?x=1#y', '/api/v1/research'],
  ])('%j leads to %s', async (suffix, path) => {
    const { server } = await clientOf((response) => void response.writeHead(200, HEAD).end(STREAM))
    await new DeepResearch({ apiKey: KEY, baseURL: server.url + suffix }).run(QUERY)
    expect(server.posts[0]?.url).toBe(path)
  })
})

describe('numbers', () => {
  it.each(['timeoutMs', 'idleTimeoutMs', 'maxConcurrency', 'maxEventBytes'])(
    '%s is refused where it makes no sense',
    (name) => {
      for (const value of [-1, Number.NaN, '5']) expect(failure({ ...given, [name]: value })).toMatch(name)
    },
  )

  it('of one request are checked as well', async () => {
    const client = new DeepResearch(given)
    expect(await rejection(client.run(QUERY, { timeoutMs: -1 }))).toMatchObject({ name: 'ConfigurationError' })
  })
})

describe('headers', () => {
  it.each([{ 'bad name': 'x' }, { good: 'bad\nvalue' }, { 'X-Api-Key': 'other' }])('%j is refused', async (headers) => {
    failure({ ...given, headers })
    const client = new DeepResearch(given)
    expect(await rejection(client.run(QUERY, { headers }))).toMatchObject({ name: 'ConfigurationError' })
  })
})

describe('a browser', () => {
  it('is refused without dangerouslyAllowBrowser', () => {
    vi.stubGlobal('window', { document: {} })
    vi.stubGlobal('navigator', {})
    expect(failure(given)).toMatch('dangerouslyAllowBrowser')
    expect(() => new DeepResearch({ ...given, dangerouslyAllowBrowser: true })).not.toThrow()
  })
})

describe('maxConcurrency', () => {
  it('holds a place until its stream ends', async () => {
    const { client, server } = await clientOf((response) => void response.writeHead(200, HEAD).end(STREAM), {
      maxConcurrency: 1,
    })
    const first = await client.stream(QUERY)
    const second = client.stream(QUERY)
    const third = client.stream(QUERY)
    const fourth = client.stream(QUERY, { signal: AbortSignal.timeout(1) })
    expect(await rejection(fourth)).toMatchObject({ name: 'TimeoutError' })
    expect(server.posts).toHaveLength(1)
    await first.result()
    for await (const _ of await second) break
    await (await third).result()
    expect(server.posts).toHaveLength(3)
  })

  it('gives it back after a refusal', async () => {
    const { client, server } = await clientOf((response) => void response.writeHead(400).end(), { maxConcurrency: 1 })
    for (let request = 0; request < 3; request += 1) await rejection(client.stream(QUERY))
    expect(server.posts).toHaveLength(3)
  })
})

describe('hooks', () => {
  it('see everything and change nothing', async () => {
    const seen: string[] = []
    const hook = (name: string) => (info: object) => {
      seen.push(`${name} ${'attempt' in info ? info.attempt : ''}`)
      if (seen.length % 2 === 0) throw new Error('mine')
      return Promise.reject(new Error('mine'))
    }
    const { client } = await clientOf(
      (response, _, index) => {
        if (index === 0) response.writeHead(429, { 'retry-after': '0' }).end()
        else response.writeHead(200, HEAD).end(STREAM)
      },
      {
        hooks: {
          onRequest: hook('request'),
          onResponse: hook('response'),
          onRetry: hook('retry'),
          onEvent: hook('event'),
        },
      },
    )
    expect(await client.run(QUERY)).toEqual(RESULT)
    const events = Array.from({ length: 5 }, () => 'event ')
    expect(seen).toEqual(['request 0', 'response 0', 'retry 1', 'request 1', 'response 1', ...events])
  })
})

it('uses the fetch it is given, with redirects off', async () => {
  const calls: RequestInit[] = []
  const client = new DeepResearch({
    ...given,
    fetch: (url, init) => {
      calls.push(init)
      expect(url).toBe('https://example.com/v1/research')
      return Promise.resolve(new Response(STREAM, { headers: HEAD }))
    },
  })
  expect(await client.run(QUERY)).toEqual(RESULT)
  expect(calls).toMatchObject([{ method: 'POST', redirect: 'manual' }])
})

it('takes a fetch that throws for one that rejects', async () => {
  const client = new DeepResearch({
    ...given,
    maxRetries: 0,
    fetch: () => {
      throw new TypeError('no')
    },
  })
  expect(await rejection(client.run(QUERY))).toMatchObject({ name: 'ConnectionError', phase: 'headers' })
})
