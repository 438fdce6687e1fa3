import { expect, it } from 'vitest'
import { createPlaces } from './places.ts'

const never = new AbortController().signal

it('gives as many places as there are, the rest in order', async () => {
  const places = createPlaces(2)
  const order: string[] = []
  const enter = async (name: string, signal = never): Promise<void> => {
    await places.take(signal)
    order.push(name)
  }
  const a = new AbortController()
  await Promise.all([enter('a', a.signal), enter('b')])
  const leaving = new AbortController()
  const c = enter('c', leaving.signal)
  const d = enter('d')
  expect(order).toEqual(['a', 'b'])
  a.abort()
  await c
  expect(order).toEqual(['a', 'b', 'c'])
  leaving.abort()
  await d
  expect(order).toEqual(['a', 'b', 'c', 'd'])
})

it('lets go who is aborted while waiting, and keeps the place for the next', async () => {
  const places = createPlaces(1)
  const first = new AbortController()
  await places.take(first.signal)
  const controller = new AbortController()
  const aborted = places.take(controller.signal)
  const next = places.take(never)
  controller.abort('gone')
  await expect(aborted).rejects.toBe('gone')
  first.abort()
  await expect(next).resolves.toBeUndefined()
})

it('has no end where there is no limit', async () => {
  const places = createPlaces(Number.POSITIVE_INFINITY)
  await expect(Promise.all(Array.from({ length: 1_000 }, () => places.take(never)))).resolves.toHaveLength(1_000)
})
