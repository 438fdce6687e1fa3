import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseRetryAfter } from './retry-after.ts'

const NOW = Date.UTC(2026, 0, 2, 3, 4, 5)

describe('seconds', () => {
  it.each([
    ['0', 0],
    ['1', 1_000],
    [' 120 ', 120_000],
    ['1.5', 1_500],
    ['99999999', 99_999_999_000],
  ])('%s', (header, delay) => {
    expect(parseRetryAfter(header, NOW)).toBe(delay)
  })

  it('are read as they are written', () => {
    fc.assert(
      fc.property(fc.nat(), (seconds) => {
        expect(parseRetryAfter(String(seconds), NOW)).toBe(seconds * 1_000)
      }),
    )
  })
})

describe('dates', () => {
  it.each([
    ['Fri, 02 Jan 2026 03:04:15 GMT', 10_000],
    ['Friday, 02-Jan-26 03:04:15 GMT', 10_000],
    ['Fri Jan  2 03:04:15 2026', 10_000],
    ['Thu, 01 Jan 2026 00:00:00 GMT', 0],
    ['Sunday, 06-Nov-94 08:49:37 GMT', 0],
  ])('%s', (header, delay) => {
    expect(parseRetryAfter(header, NOW)).toBe(delay)
  })

  it('are read in the form that Date writes', () => {
    const later = fc.integer({ min: 0, max: 4_000_000_000 })
    fc.assert(
      fc.property(later, (seconds) => {
        const date = new Date(NOW + seconds * 1_000)
        expect(parseRetryAfter(date.toUTCString(), NOW)).toBe(seconds * 1_000)
      }),
    )
  })
})

describe('nonsense', () => {
  it.each([
    null,
    undefined,
    '',
    ' ',
    '-1',
    '+5',
    '1e3',
    '0x10',
    'NaN',
    'Infinity',
    'soon',
    '1, 2',
    '9'.repeat(400),
    '2026-01-02T03:04:15Z',
    'Fri, 31 Feb 2026 03:04:15 GMT',
    'Fri, 02 Foo 2026 03:04:15 GMT',
    'Fri, 02 Jan 2026 24:04:15 GMT',
    'Fri, 02 Jan 2026 03:60:15 GMT',
    'Fri, 02 Jan 2026 03:04:15 PST',
  ])('%j is ignored', (header) => {
    expect(parseRetryAfter(header, NOW)).toBeUndefined()
  })

  it('never throws and never gives a negative or unreal delay', () => {
    fc.assert(
      fc.property(fc.string(), (header) => {
        const delay = parseRetryAfter(header, NOW)
        expect(delay === undefined || (Number.isFinite(delay) && delay >= 0)).toBe(true)
      }),
    )
  })
})
