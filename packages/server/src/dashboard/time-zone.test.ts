import { describe, expect, it } from 'vitest'
import { clockOf } from './local-clock.ts'
import { addDays, dateOf, daysBetween, startOf, stretchesOf, timeZones } from './time-zone.ts'

const HOUR = 3_600_000
const BERLIN = 'Europe/Berlin'

describe('time zones', () => {
  it('cuts a range where the clocks are changed, and nowhere else', () => {
    const from = startOf(BERLIN, '2026-03-28') ?? 0
    const to = startOf(BERLIN, '2026-03-31') ?? 0
    const changed = Date.UTC(2026, 2, 29, 1)
    expect(stretchesOf(BERLIN, from, to)).toEqual([
      { from, to: changed, offset: HOUR },
      { from: changed, to, offset: 2 * HOUR },
    ])
    expect(to - from).toBe(71 * HOUR)
    expect(stretchesOf('UTC', 0, 10)).toEqual([{ from: 0, to: 10, offset: 0 }])
    expect(stretchesOf('Asia/Kathmandu', to, to + 1)).toEqual([{ from: to, to: to + 1, offset: 5.75 * HOUR }])
    expect(stretchesOf(BERLIN, to, to)).toEqual([])
  })

  it('knows the local date and clock of an instant', () => {
    const newYear = Date.UTC(2025, 11, 31, 23, 30)
    expect(dateOf(BERLIN, newYear)).toBe('2026-01-01')
    expect(dateOf('America/New_York', newYear)).toBe('2025-12-31')
    expect(clockOf(BERLIN, newYear)).toEqual({ date: '2026-01-01', clock: '00:30:00 GMT+1' })
    expect(clockOf('UTC', newYear)).toEqual({ date: '2025-12-31', clock: '23:30:00 UTC' })
    expect(addDays('2024-02-28', 2)).toBe('2024-03-01')
    expect(daysBetween('2024-02-28', '2024-03-01')).toBe(2)
  })

  it('takes no date that there is not', () => {
    for (const text of ['', '2026-02-30', '2026-13-01', '26-01-01', '2026-01-01T00:00', 'today']) {
      expect(startOf('UTC', text)).toBeUndefined()
    }
    for (const zone of timeZones()) expect(clockOf(zone, 0).clock).toMatch(/^\d\d:\d\d:\d\d /)
    for (const zone of [BERLIN, 'Asia/Kolkata', 'Europe/Kyiv']) expect(timeZones()).toContain(zone)
    expect(new Set(timeZones()).size).toBe(timeZones().length)
    expect(timeZones()[0]).toBe('UTC')
  })
})
