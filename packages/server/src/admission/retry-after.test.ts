import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { estimateRetryAfter } from './retry-after.ts'

const now = 1_000_000
const since = (ms: number) => ({ level: 'low' as const, startedAt: now - ms })

describe('estimateRetryAfter', () => {
  it.each([
    ['half way through the median', [since(10_000)], [20_000, 20_000, 20_000], 10],
    ['rounded up', [since(10_500)], [20_000], 10],
    ['by those that took longer, once past the median', [since(25_000)], [10_000, 20_000, 60_000], 35],
    ['by the middle of those, in whatever order they came', [since(25_000)], [90_000, 20_000, 30_000, 60_000], 35],
    ['at least a second, past all of them', [since(90_000)], [10_000, 20_000], 1],
    ['by the first of several to end', [since(1_000), since(15_000)], [20_000], 5],
    ['by a guess, without any', [since(2_000)], [], 8],
  ])('estimates %s', (_, running, low, seconds) => {
    expect(estimateRetryAfter(running, { low }, now)).toBe(seconds)
  })

  it('is a whole number of seconds, at least 1, whatever the clock did', () => {
    const running = fc.array(fc.integer({ min: -1e7, max: 1e7 }).map(since), { minLength: 1 })
    fc.assert(
      fc.property(running, fc.array(fc.nat(1e7)), (requests, low) => {
        const seconds = estimateRetryAfter(requests, { low }, now)
        expect(Number.isInteger(seconds) && seconds >= 1).toBe(true)
      }),
    )
  })
})
