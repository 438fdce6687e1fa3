import { expect, test } from 'vitest'
import { firstSlot } from './word-table.ts'
import { visitWords } from './words.ts'

test('words that are counted through do not stand side by side', () => {
  const text = Array.from({ length: 60_000 }, (_, at) => at.toString(36).padStart(7, 'q')).join(' ')
  const slots = new Uint8Array(2 ** 17)
  let steps = 0
  visitWords(text, (_start, _end, hash) => {
    let at = firstSlot(hash, slots.length - 1)
    for (; slots[at] === 1; at = (at + 1) % slots.length) steps += 1
    slots[at] = 1
    return true
  })
  expect(steps).toBeLessThan(10 * 60_000)
})
