import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type AccountOptions, createMockAccount } from './account.ts'

const START = Date.UTC(2026, 0, 15)

function account(options: Partial<AccountOptions> = {}) {
  const time = { now: START }
  return { time, account: createMockAccount({ keys: ['k'], now: () => time.now, ...options }) }
}

describe('slots', () => {
  test.each([
    ['free', 1],
    ['pro', 3],
    ['scale', 5],
  ] as const)('%s holds %i', (tier, slots) => {
    const { account: it } = account({ tier })
    const ends = Array.from({ length: slots }, () => it.admit('low'))
    expect(it.refusal('low')).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' })
    ends[0]?.('left')
    ends[0]?.('left')
    expect(it.inFlight).toBe(slots - 1)
    expect(it.refusal('low')).toBeUndefined()
  })

  test('Retry-After is when the first running request is expected to end, at least a second', () => {
    const { account: it, time } = account({ expectedMs: 8000 })
    const end = it.admit('low')
    expect(it.refusal('low')?.retryAfter).toBe(8)
    time.now += 7500
    expect(it.refusal('low')?.retryAfter).toBe(1)
    time.now += 60_000
    expect(it.refusal('low')?.retryAfter).toBe(1)
    end('completed')
    it.admit('low')
    expect(it.refusal('low')?.retryAfter).toBe(68)
  })

  test('a lowered tier ends nothing', () => {
    const { account: it } = account({ tier: 'pro' })
    it.admit('low')
    it.admit('low')
    it.setTier('free')
    expect(it.inFlight).toBe(2)
    expect(it.refusal('low')?.code).toBe('RATE_LIMIT_EXCEEDED')
  })
})

describe('credits', () => {
  test('levels cost what they cost, and the service refunds its own failures once', () => {
    const { account: it } = account({ tier: 'scale', addedCredits: 10 })
    it.admit('low')('completed')
    it.admit('medium')('left')
    it.admit('high')('completed')
    expect(it.balance).toBe(310 - 45)
    const end = it.admit('high')
    end('failed')
    end('failed')
    expect(it.balance).toBe(265)
  })

  test('402 until the renewal, which replaces the free credits and keeps the added ones', () => {
    const { account: it, time } = account({ freeCredits: 20, addedCredits: 4 })
    it.admit('medium')('completed')
    expect(it.refusal('low')).toEqual({ code: 'INSUFFICIENT_CREDITS', retryAfter: 31 * 86_400 })
    time.now += 31 * 86_400_000
    expect(it.balance).toBe(24)
    expect(it.refusal('high')).toBeUndefined()
    it.addCredits(6)
    expect(it.balance).toBe(30)
  })

  test('a refund after the renewal gives no free credits of the old month', () => {
    const { account: it, time } = account({ freeCredits: 10, addedCredits: 10 })
    const end = it.admit('high')
    time.now += 31 * 86_400_000
    end('failed')
    expect(it.balance).toBe(20)
  })

  test('a slot is checked before the balance', () => {
    const { account: it } = account({ freeCredits: 10 })
    it.admit('low')
    expect(it.refusal('high')?.code).toBe('RATE_LIMIT_EXCEEDED')
  })

  test('no course of requests leaves a negative balance or a slot that nobody holds', () => {
    const step = fc.record({
      level: fc.constantFrom('low' as const, 'medium' as const, 'high' as const),
      ending: fc.constantFrom('completed' as const, 'failed' as const, 'left' as const, undefined),
      ms: fc.nat(40 * 86_400_000),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const { account: it, time } = account({ tier: 'scale', freeCredits: 60 })
        let held = 0
        for (const { level, ending, ms } of steps) {
          time.now += ms
          if (it.refusal(level) !== undefined) continue
          const end = it.admit(level)
          if (ending === undefined) held += 1
          else end(ending)
          expect(it.balance).toBeGreaterThanOrEqual(0)
          expect(it.balance).toBeLessThanOrEqual(60)
          expect(it.inFlight).toBe(held)
        }
      }),
    )
  })
})

test('keys come and go', () => {
  const { account: it } = account()
  it.addKey('new')
  it.revokeKey('k')
  expect([it.accepts('k'), it.accepts('new')]).toEqual([false, true])
})
