import { expect, test } from 'vitest'
import { ModelFailure } from '../failure.ts'
import { Pace } from './pace.ts'

const { signal } = new AbortController()
const refused = (ms?: number) => async () => {
  throw new ModelFailure('quota', 'answered 429', ms)
}

test('after a refusal every call waits for as long as the endpoint asks', async () => {
  let now = 0
  const waits: number[] = []
  const pace = new Pace(
    500,
    () => now,
    async (ms) => {
      waits.push(ms)
      now += ms
    },
  )
  await expect(pace.call(refused(3_000), signal)).rejects.toThrow('429')
  now = 1_000
  expect(await pace.call(async () => now, signal)).toBe(3_000)
  expect(await pace.call(async () => now, signal)).toBe(3_000)
  expect(waits).toEqual([2_000])
})

test('without a time it waits for the usual one, and never longer than any call would', async () => {
  const pace = new Pace(700, () => 0)
  await expect(pace.call(refused(), signal)).rejects.toThrow('429')
  expect(pace.left).toBe(700)
  const other = new Pace(700, () => 0)
  await expect(other.call(refused(3_600_000), signal)).rejects.toThrow('429')
  expect(other.left).toBe(20_000)
})

test('another failure slows nothing, and an abort ends the wait', async () => {
  const pace = new Pace(700, () => 0)
  const broken = async () => {
    throw new ModelFailure('server', 'answered 500')
  }
  await expect(pace.call(broken, signal)).rejects.toThrow('500')
  expect(pace.left).toBe(0)
  await expect(pace.call(refused(), signal)).rejects.toThrow('429')
  const leaving = new AbortController()
  const waiting = pace.call(async () => 'made', leaving.signal)
  leaving.abort(new Error('enough'))
  await expect(waiting).rejects.toThrow()
})
