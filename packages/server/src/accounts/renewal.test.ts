import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nextRenewal, periodStart, secondsToRenewal } from './renewal.ts'

const at = (text: string) => Date.parse(text)
const iso = (time: number) => new Date(time).toISOString()

describe('renewals', () => {
  it('of a 31st fall on the last day of short months and come back', () => {
    const registered = at('2027-10-31T23:59:59.999Z')
    const renewals: string[] = []
    for (let now = registered; renewals.length < 6; ) {
      now = nextRenewal(registered, now)
      renewals.push(iso(now).slice(0, 10))
    }
    expect(renewals).toEqual(['2027-11-30', '2027-12-31', '2028-01-31', '2028-02-29', '2028-03-31', '2028-04-30'])
    expect(iso(nextRenewal(registered, registered))).toBe('2027-11-30T23:59:59.999Z')
  })

  it.each([
    ['2026-01-15T10:00:00Z', '2026-01-15T10:00:00Z', '2026-01-15T10:00:00Z', '2026-02-15T10:00:00Z'],
    ['2026-01-15T10:00:00Z', '2026-02-15T09:59:59.999Z', '2026-01-15T10:00:00Z', '2026-02-15T10:00:00Z'],
    ['2026-01-15T10:00:00Z', '2026-02-15T10:00:00Z', '2026-02-15T10:00:00Z', '2026-03-15T10:00:00Z'],
    ['2026-12-31T00:00:00Z', '2027-03-01T00:00:00Z', '2027-02-28T00:00:00Z', '2027-03-31T00:00:00Z'],
    ['2024-02-29T06:00:00Z', '2025-02-28T06:00:00Z', '2025-02-28T06:00:00Z', '2025-03-29T06:00:00Z'],
    ['2026-05-05T00:00:00Z', '2026-05-04T00:00:00Z', '2026-05-05T00:00:00Z', '2026-06-05T00:00:00Z'],
  ])('registered %s, seen %s: since %s, until %s', (registered, now, start, next) => {
    expect(periodStart(at(registered), at(now))).toBe(at(start))
    expect(nextRenewal(at(registered), at(now))).toBe(at(next))
  })

  it('leave no gap and keep the day where the month has it', () => {
    const time = fc.integer({ min: at('2000-01-01T00:00:00Z'), max: at('2090-01-01T00:00:00Z') })
    fc.assert(
      fc.property(time, time, (one, other) => {
        const [registered, now] = one < other ? [one, other] : [other, one]
        const start = periodStart(registered, now)
        const next = nextRenewal(registered, now)
        expect(start).toBeLessThanOrEqual(now)
        expect(next).toBeGreaterThan(now)
        expect(periodStart(registered, next)).toBe(next)
        expect(periodStart(registered, next - 1)).toBe(start)
        expect(next % 86_400_000).toBe(registered % 86_400_000)
        const lastDay = new Date(Date.UTC(new Date(next).getUTCFullYear(), new Date(next).getUTCMonth() + 1, 0))
        expect(new Date(next).getUTCDate()).toBe(Math.min(new Date(registered).getUTCDate(), lastDay.getUTCDate()))
        expect(secondsToRenewal(registered, now)).toBe(Math.ceil((next - now) / 1000))
      }),
    )
  })
})
