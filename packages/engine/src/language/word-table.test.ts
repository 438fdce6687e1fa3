import fc from 'fast-check'
import { expect, test } from 'vitest'
import { firstSlot, WordTable } from './word-table.ts'
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

test('the words that were met last are known by what was said of them, and no other word is', () => {
  const limit = 8
  const word = fc.oneof(fc.stringMatching(/^[ab]{1,3}$/), fc.stringMatching(/^[é-í]{1,90}$/))
  fc.assert(
    fc.property(fc.array(word, { maxLength: 80 }), (all) => {
      const table = new WordTable<string>(limit)
      const scanner = new WordScanner(all.join(' '))
      for (let at = 0; scanner.next(); at += 1) {
        const { units, start, end, hash } = scanner
        const met = all.slice(0, at).lastIndexOf(all[at] ?? '')
        const isRecent = met !== -1 && new Set(all.slice(met, at)).size <= limit && end - start <= 80
        const known = table.get(units, start, end, hash)
        if (isRecent) expect(known).toBe(all[at])
        else expect([all[at], undefined]).toContain(known)
        if (known === undefined) table.add(units, start, end, hash, all[at] ?? '')
      }
    }),
  )
})
