import { expect, test } from 'vitest'
import { inTurns } from '#depth/in-turns.ts'
import { sent } from '#depth/sent.ts'
import { lastAfter } from './last-after.ts'

/** Works that are done when they are told to be, and what has begun of them. */
function some(count: number) {
  const begun: number[] = []
  const gates = Array.from({ length: count }, () => Promise.withResolvers<void>())
  const works = gates.map(({ promise }, i) => async () => {
    begun.push(i)
    await promise
  })
  const before = Promise.withResolvers<void>()
  const done = inTurns(lastAfter(before.promise, works), count)
  done.catch(() => {})
  return { begun, gates, before, done }
}

test('the last work begins after something else, while others are still being done', async () => {
  const { begun, gates, before, done } = some(3)
  await sent()
  await sent()
  expect(begun).toEqual([0, 1])
  before.resolve()
  await expect.poll(() => begun).toEqual([0, 1, 2])
  for (const { resolve } of gates) resolve()
  await done
})

test('it begins in any case once the others are done, also where one failed', async () => {
  const { begun, gates, done } = some(3)
  gates[0]?.resolve()
  await sent()
  await sent()
  expect(begun).toEqual([0, 1])
  gates[1]?.reject(new Error('failed'))
  await expect.poll(() => begun).toEqual([0, 1, 2])
  gates[2]?.resolve()
  await expect(done).rejects.toThrow('failed')
})

test('a single work begins after it, too, and none is none', async () => {
  const { begun, gates, before, done } = some(1)
  await sent()
  await sent()
  expect(begun).toEqual([])
  before.resolve()
  await expect.poll(() => begun).toEqual([0])
  gates[0]?.resolve()
  await done
  expect(lastAfter(Promise.resolve(), [])).toEqual([])
})
