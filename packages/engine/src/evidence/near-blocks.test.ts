import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Block, BlockList } from '../types.ts'
import { NearBlocks } from './near-blocks.ts'

/** A table of so many rows of ten characters, which counts how many of its blocks are looked at. */
function tableOf(rows: number): BlockList & { looked: number } {
  return {
    length: rows,
    looked: 0,
    at(index) {
      this.looked += 1
      if (index < 0 || index >= rows) return undefined
      return { start: 11 * index, end: 11 * index + 10, kind: 'row', number: index, path: ['Units'] }
    },
  }
}

test('of a table what was read is looked at, the rows beside it, the header and the first rows, and no more for more rows', () => {
  const looked = [10_000, 1_000_000].map((rows) => {
    const table = tableOf(rows)
    const near = new NearBlocks(table)
    near.add([{ start: 55_000, end: 55_030 }])
    near.add([{ start: 77_000, end: 77_030 }])
    const numbers = Array.from({ length: near.length }, (_, at) => near.at(at))
      .filter((block) => block?.kind === 'row')
      .map((block) => block?.number)
    expect(numbers).toContain(0)
    expect(numbers).toEqual(expect.arrayContaining([1, 20, 4_980, 5_000, 5_002, 5_020, 7_000]))
    expect(numbers.length).toBeLessThan(500)
    return table.looked
  })
  expect(Math.max(...looked)).toBeLessThan(2_000)
})

test('of a block of megabytes what was read is looked at', () => {
  const near = new NearBlocks([{ start: 0, end: 50_000_000, kind: 'paragraph' as const, path: [] }])
  near.add([{ start: 1_000, end: 1_600 }])
  near.add([{ start: 40_000_000, end: 40_000_600 }])
  const paragraphs = Array.from({ length: near.length }, (_, at) => near.at(at)).filter(
    (block) => block?.kind === 'paragraph',
  )
  expect(paragraphs.map((block) => [block?.start, block?.end])).toEqual([
    [1_000, 1_600],
    [40_000_000, 40_000_600],
  ])
})

const kind = fc.constantFrom<Block['kind']>('paragraph', 'row', 'item', 'heading', 'code')
const written = fc.record({
  kind,
  gap: fc.nat(3),
  length: fc.oneof(fc.integer({ min: 1, max: 40 }), fc.constant(25_000)),
})

test('blocks are in order, part of those of the document, and hold what was read', () => {
  fc.assert(
    fc.property(
      fc.array(written, { minLength: 1, maxLength: 1_500 }),
      fc.array(fc.nat(), { maxLength: 5 }),
      (all, places) => {
        let end = 0
        const blocks = all.map(({ kind, gap, length }): Block => {
          const start = end + gap
          end = start + length
          return { start, end, kind, path: [] }
        })
        const read = places.map((place) => ({ start: place % end, end: Math.min(end, (place % end) + 50) }))
        const near = new NearBlocks(blocks)
        near.add(read)
        const found = Array.from({ length: near.length }, (_, at) => near.at(at) as Block)
        for (const [at, block] of found.entries()) {
          expect(block.start).toBeLessThan(block.end)
          if (at > 0) expect(block.start).toBeGreaterThanOrEqual(found[at - 1]?.end ?? 0)
        }
        const told = found.filter(({ kind }) => kind !== 'furniture')
        for (const part of told)
          expect(blocks.some(({ start, end }) => start <= part.start && part.end <= end)).toBe(true)
        for (const span of read)
          for (const block of blocks.filter(({ start, end }) => start < span.end && span.start < end))
            expect(
              told.some(
                ({ start, end }) => start <= Math.max(span.start, block.start) && Math.min(span.end, block.end) <= end,
              ),
            ).toBe(true)
      },
    ),
    { numRuns: 60 },
  )
})
