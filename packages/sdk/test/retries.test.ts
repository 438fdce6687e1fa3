import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { DeepResearch, type DeepResearchOptions } from '@deep-research/sdk'
import type { RetryInfo } from '@deep-research/sdk/types'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { clientOf, KEY, QUERY, rejection } from './client-of.ts'
import type { Behaviour } from './loopback.ts'
import { errorBody, HEAD, RESULT, STREAM } from './wire.ts'

const answer: Behaviour = (response) => void response.writeHead(200, HEAD).end(STREAM)

/** Answers as told, once each, and then with a stream. */
function then(...behaviours: readonly Behaviour[]): Behaviour {
  return (response, request, index) => (behaviours[index] ?? answer)(response, request, index)
}

function refuse(status: number, body = errorBody('X'), headers: Record<string, string> = {}): Behaviour {
  return (response) => void response.writeHead(status, headers).end(body)
}

const tear: Behaviour = (response) => void response.socket?.destroy()
const silence: Behaviour = () => undefined
const busy = refuse(429, errorBody('RATE_LIMIT_EXCEEDED'))
const down = refuse(502, errorBody('PROXY_ERROR'))
const page = refuse(502, '<html>Bad Gateway</html>')

/** Hooks that let every wait end as soon as it begins, and tell how long it would have been. */
function hurry(): { hooks: DeepResearchOptions['hooks']; waits: RetryInfo[] } {
  const waits: RetryInfo[] = []
  const onRetry = (info: RetryInfo): void => {
    waits.push(info)
    queueMicrotask(() => vi.advanceTimersByTime(info.delayMs))
  }
  return { hooks: { onRetry }, waits }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('by itself', () => {
  it.each([
    ['429', busy, 1],
    ['502 PROXY_ERROR', down, 1],
    ['502 page', page, 0],
    ['502 with another code', refuse(502, errorBody('OTHER')), 0],
    ['500 PROXY_ERROR', refuse(500, errorBody('PROXY_ERROR')), 0],
    ['503', refuse(503), 0],
    ['503 page', refuse(503, 'x', { 'retry-after': '0' }), 0],
    ['400', refuse(400), 0],
    ['401', refuse(401), 0],
    ['402', refuse(402, errorBody('INSUFFICIENT_CREDITS'), { 'retry-after': '0' }), 0],
    ['404', refuse(404), 0],
    ['409', refuse(409), 0],
    ['a connection lost once the request was sent', tear, 0],
    ['a redirect', refuse(302, '', { location: '/' }), 0],
  ])('%s', async (_, failure, retries) => {
    const { hooks, waits } = hurry()
    const { client, server } = await clientOf(then(failure), { hooks })
    const outcome = await client.run(QUERY).catch((error: unknown) => error)
    if (retries > 0) expect(outcome).toEqual(RESULT)
    else expect(outcome).toBeInstanceOf(Error)
    expect(server.posts).toHaveLength(1 + retries)
    expect(waits).toHaveLength(retries)
  })

  it('no answer in time: thrown, as the request may have been charged', async () => {
    const { client, server } = await clientOf(silence, { timeoutMs: 5_000 })
    const running = rejection(client.run(QUERY))
    await server.received(1)
    await vi.advanceTimersByTimeAsync(4_999)
    expect(server.posts).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(await running).toMatchObject({ name: 'RequestTimeoutError', phase: 'headers', code: 'REQUEST_TIMEOUT' })
    await server.closed()
    expect(server.posts).toHaveLength(1)
  })

  it('no limit to the time with a timeoutMs of 0', async () => {
    const { client, server } = await clientOf(
      (response, request, index) =>
        void setImmediate(() => {
          vi.advanceTimersByTime(3_600_000)
          answer(response, request, index)
        }),
    )
    expect(await client.run(QUERY, { timeoutMs: 0 })).toEqual(RESULT)
    expect(server.posts).toHaveLength(1)
  })

  it('nothing could be sent: retried, then thrown', async () => {
    const closed = createServer().listen(0, '127.0.0.1')
    await once(closed, 'listening')
    const { port } = closed.address() as AddressInfo
    closed.close()
    await once(closed, 'close')
    const { hooks, waits } = hurry()
    const client = new DeepResearch({ apiKey: KEY, baseURL: `http://127.0.0.1:${port}`, hooks })
    const error = await rejection(client.run(QUERY))
    expect(error).toMatchObject({ name: 'ConnectionError', phase: 'connect', cause: { name: 'TypeError' } })
    expect(waits).toHaveLength(2)
  })

  it('at most maxRetries times, of the client or of the request', async () => {
    const { hooks } = hurry()
    const { client, server } = await clientOf(busy, { hooks, maxRetries: 3 })
    expect(await rejection(client.run(QUERY))).toMatchObject({ name: 'RateLimitError' })
    expect(server.posts).toHaveLength(4)
    expect(await rejection(client.run(QUERY, { retry: { limit: 0 } }))).toMatchObject({ name: 'RateLimitError' })
    expect(server.posts).toHaveLength(5)
  })
})

describe('with trustIdempotencyKey', () => {
  it.each([
    ['a connection lost once the request was sent', tear, 1],
    ['502 page', page, 1],
    ['503 page', refuse(503, 'x'), 1],
    ['500 of the service', refuse(500, errorBody('PROXY_ERROR')), 0],
    ['400', refuse(400), 0],
    ['402', refuse(402), 0],
  ])('%s', async (_, failure, retries) => {
    const { hooks } = hurry()
    const { client, server } = await clientOf(then(failure), { hooks, trustIdempotencyKey: true })
    const outcome = await client.run(QUERY).catch((error: unknown) => error)
    if (retries > 0) expect(outcome).toEqual(RESULT)
    else expect(outcome).toBeInstanceOf(Error)
    expect(server.posts).toHaveLength(1 + retries)
  })

  it('no answer in time', async () => {
    const { hooks } = hurry()
    const { client, server } = await clientOf(then(silence), { hooks, trustIdempotencyKey: true, timeoutMs: 5_000 })
    const running = client.run(QUERY)
    await server.received(1)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(await running).toEqual(RESULT)
    expect(server.posts).toHaveLength(2)
  })
})

it('never sends again what has begun to stream', async () => {
  const { client, server } = await clientOf(
    async (response) => {
      response.writeHead(200, HEAD)
      await new Promise((resolve) => response.write(STREAM.slice(0, 200), resolve))
      response.socket?.destroy()
    },
    { trustIdempotencyKey: true, maxRetries: 5 },
  )
  expect(await rejection(client.run(QUERY))).toMatchObject({ reason: 'network' })
  expect(server.posts).toHaveLength(1)
})

it('sends one Idempotency-Key with each request, the same on its retries', async () => {
  const { hooks } = hurry()
  const { client, server } = await clientOf(then(busy, down), { hooks })
  await client.run(QUERY)
  await client.run(QUERY)
  const [first, second, third, fourth] = server.posts.map(({ headers }) => headers['idempotency-key'])
  expect(first).toMatch(/^[\x21-\x7e]{1,128}$/)
  expect([second, third]).toEqual([first, first])
  expect(fourth).not.toBe(first)
  await client.run(QUERY, { headers: { 'Idempotency-Key': 'mine' } })
  expect(server.posts.at(-1)?.headers['idempotency-key']).toBe('mine')
})

describe('the wait', () => {
  async function firstWait(headers: Record<string, string>): Promise<number | undefined> {
    const { hooks, waits } = hurry()
    const limited = refuse(429, errorBody('RATE_LIMIT_EXCEEDED'), headers)
    const { client } = await clientOf(then(limited), { hooks })
    await client.run(QUERY)
    return waits[0]?.delayMs
  }

  it('is what Retry-After asks, in seconds, 0 too', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0)
    expect(await firstWait({ 'retry-after': '7' })).toBe(7_000)
    expect(await firstWait({ 'retry-after': '0' })).toBe(0)
  })

  it('is what Retry-After asks, as a date', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: Date.UTC(2026, 0, 1) })
    vi.spyOn(Math, 'random').mockReturnValue(0)
    expect(await firstWait({ 'retry-after': 'Thu, 01 Jan 2026 00:00:42 GMT' })).toBe(42_000)
  })

  it.each(['soon', '-5', ''])('does not heed nonsense: %j', async (nonsense) => {
    vi.spyOn(Math, 'random').mockReturnValue(0)
    expect(await firstWait({ 'retry-after': nonsense })).toBe(500)
  })

  it('grows where nothing is asked', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.5)
    const { hooks, waits } = hurry()
    const { client } = await clientOf(busy, { hooks, maxRetries: 6 })
    await rejection(client.run(QUERY))
    expect(waits.map(({ delayMs }) => delayMs)).toEqual([438, 875, 1_750, 3_500, 7_000, 7_000])
    expect(waits.map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4, 5, 6])
    expect(waits[0]?.error).toMatchObject({ name: 'RateLimitError' })
  })

  it('is waited out, not shortened', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0)
    const begun = Promise.withResolvers<void>()
    const limited = refuse(429, errorBody('X'), { 'retry-after': '60' })
    const { client, server } = await clientOf(then(limited), { hooks: { onRetry: () => begun.resolve() } })
    const running = client.run(QUERY)
    await begun.promise
    await vi.advanceTimersByTimeAsync(59_999)
    expect(server.posts).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(await running).toEqual(RESULT)
  })

  it.each(['61', '86401', '99999999999', 'Fri, 31 Dec 2099 23:59:59 GMT'])(
    'is not begun where it is too long: %s',
    async (asked) => {
      const { client, server } = await clientOf(refuse(429, errorBody('X'), { 'retry-after': asked }))
      const error = await rejection(client.run(QUERY))
      expect(error).toMatchObject({ name: 'RateLimitError' })
      expect((error as { retryAfterMs: number }).retryAfterMs).toBeGreaterThan(60_000)
      expect(server.posts).toHaveLength(1)
    },
  )

  it('ends at once when the signal fires', async () => {
    const begun = Promise.withResolvers<void>()
    const { client, server } = await clientOf(busy, { hooks: { onRetry: () => begun.resolve() } })
    const controller = new AbortController()
    const running = rejection(client.run(QUERY, { signal: controller.signal }))
    await begun.promise
    controller.abort('enough')
    expect(await running).toBe('enough')
    expect(vi.getTimerCount()).toBe(0)
    expect(server.posts).toHaveLength(1)
  })
})
