import fc from 'fast-check'
import { expect, test } from 'vitest'
import { boundedBody } from './bounded-body.ts'

async function* chunksOf(sizes: readonly number[], read: number[]) {
  for (const size of sizes) {
    read.push(size)
    yield new Uint8Array(size)
  }
}

test('all of a body within the bound passes; of a larger one nothing beyond, and no more of it is read', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(9)), fc.nat(40), async (sizes, bytes) => {
      const read: number[] = []
      let passed = 0
      const reading = (async () => {
        for await (const chunk of boundedBody(chunksOf(sizes, read), bytes, () => new Error('too large')))
          passed += chunk.length
      })()
      const total = sizes.reduce((sum, size) => sum + size, 0)
      if (total <= bytes) await reading
      else await expect(reading).rejects.toThrow('too large')
      expect(passed).toBeLessThanOrEqual(bytes)
      if (total <= bytes) expect(passed).toBe(total)
      else expect(read.slice(0, -1).reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(bytes)
    }),
  )
})

test('leaving it ends the body', async () => {
  let ended = false
  async function* endless() {
    try {
      for (;;) yield new Uint8Array(1)
    } finally {
      ended = true
    }
  }
  for await (const _ of boundedBody(endless(), 10, () => new Error('too large'))) break
  expect(ended).toBe(true)
})
