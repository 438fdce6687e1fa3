import { expect, test } from 'vitest'
import { nextRenewal } from './renewal.ts'

const next = (registered: string, now: string) =>
  new Date(nextRenewal(Date.parse(registered), Date.parse(now))).toISOString()

test.each([
  ['2026-01-15T10:30:00.000Z', '2026-01-15T10:30:00.000Z', '2026-02-15T10:30:00.000Z'],
  ['2026-01-15T10:30:00.000Z', '2026-03-15T10:29:59.999Z', '2026-03-15T10:30:00.000Z'],
  ['2026-01-31T08:00:00.000Z', '2026-01-31T09:00:00.000Z', '2026-02-28T08:00:00.000Z'],
  ['2026-01-31T08:00:00.000Z', '2026-02-28T08:00:00.000Z', '2026-03-31T08:00:00.000Z'],
  ['2026-01-31T08:00:00.000Z', '2028-02-01T00:00:00.000Z', '2028-02-29T08:00:00.000Z'],
  ['2026-01-31T08:00:00.000Z', '2026-12-31T08:00:00.000Z', '2027-01-31T08:00:00.000Z'],
])('registered %s, at %s: renewed %s', (registered, now, expected) => {
  expect(next(registered, now)).toBe(expected)
})
