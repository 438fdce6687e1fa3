import { afterEach, expect, test, vi } from 'vitest'
import { createInstantClock, systemClock } from './clock.ts'

afterEach(() => vi.useRealTimers())

test('a sleep longer than a timer holds is slept in full', async () => {
  vi.useFakeTimers()
  const days = 40 * 86_400_000
  let awake = false
  const sleeping = systemClock.sleep(days).then(() => {
    awake = true
  })
  await vi.advanceTimersByTimeAsync(days - 1)
  expect(awake).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  await sleeping
  expect(awake).toBe(true)
})

test.each([1000, Number.POSITIVE_INFINITY])(
  'a sleep of %s ms ends when its signal fires, with its reason',
  async (ms) => {
    const left = new AbortController()
    for (const clock of [systemClock, createInstantClock()]) {
      if (clock !== systemClock && ms !== Number.POSITIVE_INFINITY) continue
      const sleeping = clock.sleep(ms, left.signal)
      queueMicrotask(() => left.abort('gone'))
      await expect(sleeping).rejects.toBe('gone')
      await expect(clock.sleep(ms, left.signal)).rejects.toBe('gone')
    }
  },
)

test('the instant clock moves on by what is slept, and starts where told', async () => {
  const clock = createInstantClock(5)
  await clock.sleep(70)
  await clock.sleep(-3)
  expect(clock.now()).toBe(75)
})
