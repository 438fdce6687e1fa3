import { createMockAccount, httpError, mockResearch, testApiKey, torn } from '@deep-research/mock'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { ask, readAll } from './read-stream.ts'

const server = setupServer()
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

const OTHER = 'https://other.example'
const withKey = (key: string, base?: string) => ask({}, { headers: { 'x-api-key': key } }, base)
const busy = { scenario: httpError('RATE_LIMIT_EXCEEDED') }

describe('several mocks in one server', () => {
  test('the newest answers until it is disposed of; then the one before it does', async () => {
    const first = mockResearch(server, busy)
    const second = mockResearch(server)
    expect((await ask()).status).toBe(200)
    second.dispose()
    expect((await ask()).status).toBe(429)
    expect([first.requests.length, second.requests.length]).toEqual([1, 1])
    first.dispose()
    await expect(ask()).rejects.toThrow()
  })

  test('`using` disposes of it, and ends what runs', async () => {
    let running: Response
    {
      using research = mockResearch(server, { scenario: torn({ after: 1 }) })
      research.use(httpError('PROXY_ERROR'))
      expect((await ask()).status).toBe(502)
      research.use(torn({ after: 1 }))
      running = await ask()
    }
    expect((await readAll(running)).error).toBeDefined()
    await expect(ask()).rejects.toThrow()
  })

  test.each(['first', 'last'])(
    'one with the base URL of the request comes before one without, if made %s',
    async (when) => {
      if (when === 'last') mockResearch(server)
      const own = mockResearch(server, { ...busy, baseURL: OTHER })
      if (when === 'first') mockResearch(server)
      expect([(await ask()).status, (await ask({}, {}, OTHER)).status]).toEqual([200, 429])
      expect(own.requests).toHaveLength(1)
    },
  )

  test('one whose account has the key of the request comes before all others', async () => {
    mockResearch(server, { ...busy, account: createMockAccount({ keys: [testApiKey(5)] }) })
    mockResearch(server, { baseURL: OTHER })
    expect([(await withKey(testApiKey(5), OTHER)).status, (await withKey(testApiKey(6), OTHER)).status]).toEqual([
      429, 200,
    ])
  })

  test('what resetHandlers took away answers no more, and a boundary has mocks of its own', async () => {
    mockResearch(server, { account: createMockAccount({ keys: [testApiKey()] }) })
    server.resetHandlers()
    mockResearch(server, busy)
    expect((await ask()).status).toBe(429)
    const inside = server.boundary(async () => {
      mockResearch(server)
      return (await ask()).status
    })
    expect([await inside(), (await ask()).status]).toEqual([200, 429])
  })
})

describe('scopes', () => {
  test('tests that run at once share nothing', async () => {
    const research = mockResearch(server)
    const statuses = await Promise.all(
      (['PROXY_ERROR', 'RATE_LIMIT_EXCEEDED', 'INSUFFICIENT_CREDITS'] as const).map(async (code) => {
        using scope = research.scope()
        scope.next(httpError(code))
        const both = [(await withKey(scope.apiKey)).status, (await withKey(scope.apiKey)).status]
        expect(scope.requests.map(({ status }) => status)).toEqual(both)
        return both
      }),
    )
    expect(statuses).toEqual([
      [502, 200],
      [429, 200],
      [402, 200],
    ])
    expect(research.requests).toEqual([])
  })

  test('a scope answers as its mock was made to, and is left alone by its reset', async () => {
    const research = mockResearch(server, busy)
    const scope = research.scope()
    expect((await withKey(scope.apiKey)).status).toBe(429)
    scope.use(httpError('PROXY_ERROR'))
    research.reset()
    expect((await withKey(scope.apiKey)).status).toBe(502)
    scope.dispose()
    expect((await withKey(scope.apiKey)).status).toBe(429)
    expect(research.requests).toHaveLength(1)
  })

  test('a newer mock does not take its requests', async () => {
    const scope = mockResearch(server, busy).scope()
    mockResearch(server)
    expect((await withKey(scope.apiKey)).status).toBe(429)
  })

  test('it may have a key and an account of its own', async () => {
    const research = mockResearch(server)
    const apiKey = testApiKey(7)
    const account = createMockAccount({ keys: [apiKey], freeCredits: 0 })
    research.scope({ apiKey, account })
    expect([(await withKey(apiKey)).status, (await ask()).status]).toEqual([402, 200])
    expect(() => research.scope({ apiKey })).toThrow('already has a scope')
    expect(() => research.scope({ account })).toThrow('a key of that account')
  })
})
