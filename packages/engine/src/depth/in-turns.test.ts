import { expect, test } from 'vitest'
import { inTurns } from './in-turns.ts'

test('so many works are done at once, the next one begins when one ends, and results are in order', async () => {
  const begun: number[] = []
  const gates = [0, 1, 2, 3].map(() => Promise.withResolvers<void>())
  const works = gates.map(({ promise }, i) => async () => {
    begun.push(i)
    await promise
    return i
  })
  const done = inTurns(works, 2)
  expect(begun).toEqual([0, 1])
  gates[1]?.resolve()
  await expect.poll(() => begun).toEqual([0, 1, 2])
  for (const { resolve } of gates) resolve()
  expect(await done).toEqual([0, 1, 2, 3])
})

test('a work that fails makes room for the next one', async () => {
  const begun: number[] = []
  const works = [0, 1].map((i) => async () => {
    begun.push(i)
    if (i === 0) throw new Error('failed')
  })
  await expect(inTurns(works, 1)).rejects.toThrow('failed')
  await expect.poll(() => begun).toEqual([0, 1])
})
