import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { apply, type Balances, charge, crosses, refund, renew, takeBack, topUp, total } from './credits.ts'

const balances = fc.record({ free: fc.nat(400), added: fc.nat(400) })
const cost = fc.constantFrom(10, 15, 20)
const registeredAt = Date.UTC(2026, 0, 31)

describe('a charge', () => {
  it('takes free credits first, exactly the price, and nothing where the balances do not reach', () => {
    fc.assert(
      fc.property(balances, cost, (before, credits) => {
        const entries = charge(before, credits, 'req_1')
        expect(entries === undefined).toBe(before.free + before.added < credits)
        if (entries === undefined) return
        const after = apply(before, entries)
        expect(total(after)).toBe(total(before) - credits)
        expect(Math.min(after.free, after.added)).toBeGreaterThanOrEqual(0)
        expect(after.added === before.added || after.free === 0).toBe(true)
        expect(apply(after, refund(entries))).toEqual(before)
        expect(entries.every(({ amount }) => amount < 0)).toBe(true)
        const lines = [...entries, ...refund(entries)].map(({ reason, requestId }) => [reason, requestId])
        expect(new Set(lines.map(([, id]) => id))).toEqual(new Set(['req_1']))
        expect(lines.map(([reason]) => reason)).toEqual([
          ...entries.map(() => 'charge'),
          ...entries.map(() => 'refund'),
        ])
      }),
    )
  })
})

it.each([
  [{ free: 0, added: 0 }, 0],
  [{ free: 12, added: 8 }, 20],
])('all that there is, %o, can be spent and be taken back', (all, sum) => {
  const nothing = { free: 0, added: 0 }
  expect(total(all)).toBe(sum)
  expect(apply(all, charge(all, sum, 'req_1') ?? [])).toEqual(nothing)
  expect(apply(all, takeBack(all, sum) ?? [])).toEqual(nothing)
  expect(charge(all, sum + 1, 'req_1')).toBeUndefined()
  expect(takeBack(all, sum + 1)).toBeUndefined()
})

describe('a renewal', () => {
  it('replaces what is left, keeps what was added, and comes once a month', () => {
    fc.assert(
      fc.property(balances, fc.nat(400), (before, days) => {
        const now = registeredAt + days * 86_400_000
        const entries = renew(before, registeredAt, undefined, now)
        expect(apply(before, entries)).toEqual({ free: 300, added: before.added } satisfies Balances)
        const period = entries.at(-1)?.period
        expect(renew(before, registeredAt, period, now)).toEqual([])
        expect(entries.every(({ amount }) => amount !== 0)).toBe(true)
        expect(entries.map(({ pool, reason }) => `${pool} ${reason}`)).toEqual([
          ...(before.free > 0 ? ['free expiry'] : []),
          'free grant',
        ])
      }),
    )
  })

  it('is not due again when the clock goes back', () => {
    const later = renew({ free: 0, added: 0 }, registeredAt, undefined, Date.UTC(2026, 4, 1)).at(-1)?.period
    expect(renew({ free: 5, added: 0 }, registeredAt, later, Date.UTC(2026, 3, 1))).toEqual([])
  })
})

describe('a top-up', () => {
  it('goes to the added credits', () => {
    expect(apply({ free: 1, added: 2 }, [topUp(40)])).toEqual({ free: 1, added: 42 })
  })
})

describe('what is taken back', () => {
  it('is what was added first, exactly, and nothing where the balances do not reach', () => {
    fc.assert(
      fc.property(balances, fc.integer({ min: 1, max: 900 }), (before, credits) => {
        const entries = takeBack(before, credits, 'by mistake')
        expect(entries === undefined).toBe(before.free + before.added < credits)
        if (entries === undefined) return
        const after = apply(before, entries)
        expect(total(after)).toBe(total(before) - credits)
        expect(Math.min(after.free, after.added)).toBeGreaterThanOrEqual(0)
        expect(after.free === before.free || after.added === 0).toBe(true)
        for (const { amount, reason, note } of entries) {
          expect(amount).toBeLessThan(0)
          expect([reason, note]).toEqual(['top_up', 'by mistake'])
        }
      }),
    )
  })
})

it.each([
  [50, 49, 50, true],
  [51, 50, 50, false],
  [49, 30, 50, false],
  [30, 60, 50, false],
  [50, 0, undefined, false],
])('a balance of %i that becomes %i has an account told at %s: %s', (before, after, below, told) => {
  expect(crosses({ before, after }, below)).toBe(told)
})
