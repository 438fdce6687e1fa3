import { expect, it } from 'vitest'
import { createPlaces } from './places.ts'

const never = new AbortController().signal

it('gives as many places as there are, the rest in order', async () => {
  const places = createPlaces(2)
  const order: string[] = []
  const enter = async (name: string): Promise<() => void> => {
    const leave = await places.take(never)
    order.push(name)
    return leave
  }
  const [leaveA] = await Promise.all([enter('a'), enter('b')])
  const c = enter('c')
  const d = enter('d')
  expect(order).toEqual(['a', 'b'])
  leaveA()
  leaveA()
  const leaveC = await c
  expect(order).toEqual(['a', 'b', 'c'])
  leaveC()
  await d
  expect(order).toEqual(['a', 'b', 'c', 'd'])
})

it('lets go who is aborted while waiting, and keeps the place for the next', async () => {
  const places = createPlaces(1)
  const leave = await places.take(never)
  const controller = new AbortController()
  const aborted = places.take(controller.signal)
  const next = places.take(never)
  controller.abort('gone')
  await expect(aborted).rejects.toBe('gone')
  leave()
  await expect(next).resolves.toBeTypeOf('function')
})

it('has no end where there is no limit', async () => {
  const places = createPlaces(Number.POSITIVE_INFINITY)
  await expect(Promise.all(Array.from({ length: 1_000 }, () => places.take(never)))).resolves.toHaveLength(1_000)
})
