import { describe, expect, it } from 'vitest'
import { APIError, ConnectionError, RateLimitError, RequestTimeoutError, ServerError } from './errors.ts'
import { backoff, isRetried, retryDelay } from './retry.ts'

const policy = { limit: 2, maxRetryAfterMs: 60_000, unknownOutcome: false }
const facts = { headers: new Headers(), body: '' }

function rateLimit(retryAfterMs?: number): RateLimitError {
  return new RateLimitError('', { ...facts, status: 429, code: 'RATE_LIMIT_EXCEEDED', retryAfterMs })
}

function server(status: number, code?: string): ServerError {
  return new ServerError('', { ...facts, status, code })
}

const connect = new ConnectionError('', { phase: 'connect' })
const lost = new ConnectionError('', { phase: 'headers' })
const timeout = new RequestTimeoutError('', { phase: 'headers' })

describe('what is sent again', () => {
  it.each([
    ['nothing was sent', connect, true, true],
    ['429', rateLimit(), true, true],
    ['502 of the service', server(502, 'PROXY_ERROR'), true, true],
    ['502 of a proxy', server(502), false, true],
    ['502 with another code', server(502, 'OTHER'), false, false],
    ['500 of the service', server(500, 'PROXY_ERROR'), false, false],
    ['500 of a proxy', server(500), false, true],
    ['503 of a proxy', server(503), false, true],
    ['no answer in time', timeout, false, true],
    ['connection lost after sending', lost, false, true],
    ['402', new APIError('', { ...facts, status: 402 }), false, false],
    ['an abort', new DOMException('', 'AbortError'), false, false],
  ])('%s', (_, error, byDefault, trusting) => {
    expect(isRetried(error, false)).toBe(byDefault)
    expect(isRetried(error, true)).toBe(trusting)
  })

  it('at most limit times', () => {
    expect(retryDelay(connect, 1, policy)).toBeDefined()
    expect(retryDelay(connect, 2, policy)).toBeUndefined()
    expect(retryDelay(connect, 0, { ...policy, limit: 0 })).toBeUndefined()
  })
})

describe('when', () => {
  it('as Retry-After asks, 0 included', () => {
    expect(retryDelay(rateLimit(0), 0, policy)).toBe(0)
    expect(retryDelay(rateLimit(60_000), 0, policy)).toBeGreaterThanOrEqual(60_000)
  })

  it('not all at the same time, and never before they were asked to', () => {
    const delays = Array.from({ length: 50 }, () => retryDelay(rateLimit(10_000), 0, policy) ?? 0)
    expect(new Set(delays).size).toBeGreaterThan(25)
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(10_000)
    expect(Math.max(...delays)).toBeLessThanOrEqual(12_500)
  })

  it('not at all where that is too long', () => {
    expect(retryDelay(rateLimit(60_001), 0, policy)).toBeUndefined()
  })

  it('never after more than a day, whatever is allowed', () => {
    const patient = { ...policy, maxRetryAfterMs: Number.POSITIVE_INFINITY }
    expect(retryDelay(rateLimit(86_400_000), 0, patient)).toBeDefined()
    expect(retryDelay(rateLimit(86_400_001), 0, patient)).toBeUndefined()
  })

  it('else after 0.5 s, doubled each time, at most 8 s, up to a quarter less', () => {
    const longest = [0, 1, 2, 3, 4, 5, 60, 2_000].map((attempt) => backoff(attempt, undefined, 0))
    const shortest = [0, 1, 2, 3, 4, 5].map((attempt) => backoff(attempt, undefined, 1))
    expect(longest).toEqual([500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000, 8_000])
    expect(shortest).toEqual([375, 750, 1_500, 3_000, 6_000, 6_000])
  })
})
