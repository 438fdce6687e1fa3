import { expect } from 'vitest'
import type { Block } from '#corpus/types.ts'

/** Blocks are in order, do not overlap, hold all but white space, begin and end at no half character, and none is empty. */
export function expectSoundBlocks(text: string, blocks: readonly Block[]): void {
  let at = 0
  for (const { start, end } of blocks) {
    expect(start).toBeGreaterThanOrEqual(at)
    expect(text.slice(at, start)).toMatch(/^\s*$/)
    expect(text.slice(start, end)).toMatch(/\S$/)
    for (const place of [start, end]) {
      expect(text.slice(place - 1, place + 1)).not.toMatch(/^[\ud800-\udbff][\udc00-\udfff]$/)
    }
    at = end
  }
  expect(text.slice(at)).toMatch(/^\s*$/)
}
