import { expect, test } from 'vitest'
import { firstSlot } from './word-table.ts'
import { WordScanner } from './words.ts'

test('words that are counted through do not stand side by side', () => {
  const text = Array.from({ length: 60_000 }, (_, at) => at.toString(36).padStart(7, 'q')).join(' ')
  const slots = new Uint8Array(2 ** 17)
  let steps = 0
  for (const scanner = new WordScanner(text); scanner.next(); ) {
    let at = firstSlot(scanner.hash, slots.length - 1)
    for (; slots[at] === 1; at = (at + 1) % slots.length) steps += 1
    slots[at] = 1
  }
  expect(steps).toBeLessThan(10 * 60_000)
})
