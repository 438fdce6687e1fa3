import fc from 'fast-check'
import { describe, it } from 'vitest'
import { sqlite } from './support/databases.ts'
import { histories, playHistory } from './support/history.ts'

describe.each([sqlite])('$name', (kind) => {
  it('keeps every balance, slot and key through any history', async () => {
    await fc.assert(
      fc.asyncProperty(histories, async (steps) => {
        const test = await kind.create()
        try {
          await playHistory(test, steps)
        } finally {
          await test.remove()
        }
      }),
      { numRuns: 25 },
    )
  }, 60_000)
})
