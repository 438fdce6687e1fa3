import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { burstsOf } from './bursts.ts'

const evenly = (counts: readonly number[]) => burstsOf(counts.map((count) => ({ count, size: 1 })))

describe('bursts', () => {
  test('are where something is told oftener than usual', () => {
    const counts = Array.from({ length: 40 }, (_, at) => (at >= 20 && at < 24 ? 9 : 0))
    expect(evenly(counts)).toMatchObject([{ first: 20, last: 23, peak: { first: 20, last: 23 } }])
  })

  test('of a sharp beginning and a slow end have their peak at the beginning', () => {
    const after = [30, 28, 3, 2, 2, 1]
    const counts = Array.from({ length: 60 }, (_, at) => after[at - 30] ?? Number(at % 20 === 0))
    const [burst, ...others] = evenly(counts)
    expect(others).toEqual([])
    expect(burst).toMatchObject({ first: 30, peak: { first: 30, last: 31 } })
    expect(burst?.last).toBeGreaterThan(31)
  })

  test('are none where all is alike, or told more because more is told', () => {
    expect(evenly(Array.from({ length: 30 }, () => 2))).toEqual([])
    expect(burstsOf([1, 1, 50, 1, 1].map((size) => ({ count: 2 * size, size })))).toEqual([])
    expect(evenly([])).toEqual([])
    expect(evenly([0, 0])).toEqual([])
  })

  test('are in order, apart, and hold their peaks', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ count: fc.nat(40), size: fc.integer({ min: 1, max: 9 }) })), (batches) => {
        let before = -2
        for (const { first, last, peak } of burstsOf(batches)) {
          expect(first).toBeGreaterThan(before + 1)
          expect(peak.first).toBeGreaterThanOrEqual(first)
          expect(peak.last).toBeGreaterThanOrEqual(peak.first)
          expect(last).toBeGreaterThanOrEqual(peak.last)
          expect(last).toBeLessThan(batches.length)
          before = last
        }
      }),
    )
  })
})
