import { expect, test } from 'vitest'
import { Pulse } from './pulse.ts'
import { Silence, Stuck } from './silence.ts'

/** How many looks it takes until it is found; `alive` is done before each look but the first. */
function looksUntil(watch: { look(): boolean }, most: number, alive: (look: number) => void = () => {}): number {
  for (let look = 1; look <= most; look += 1) {
    if (watch.look()) return look
    alive(look)
  }
  return Number.POSITIVE_INFINITY
}

test('a thread is hung after ten looks in a row without a sign of life', () => {
  const pulse = new Pulse()
  const silence = new Silence(pulse)
  expect(looksUntil(silence, 9)).toBe(Number.POSITIVE_INFINITY)
  pulse.beat()
  expect(looksUntil(silence, 9)).toBe(Number.POSITIVE_INFINITY)
  expect(looksUntil(silence, 100)).toBeLessThan(3)
})

test('a thread that gives signs of life is not, however often it is looked at', () => {
  const pulse = new Pulse()
  expect(looksUntil(new Silence(pulse), 1_000, (look) => look % 9 === 0 && pulse.beat())).toBe(Number.POSITIVE_INFINITY)
})

test('a thread is stuck in a run that was left where it turns to nothing else, within two seconds', () => {
  const pulse = new Pulse(new Pulse().memory)
  pulse.turnTo(3)
  expect(looksUntil(new Stuck(pulse, 3), 100)).toBe(7)
  expect(looksUntil(new Stuck(pulse, 4), 100)).toBe(Number.POSITIVE_INFINITY)
})

test('a thread that turns from run to run is not, though it may come back to that one', () => {
  const pulse = new Pulse()
  pulse.turnTo(3)
  const turn = () => {
    pulse.turnTo(4)
    pulse.turnTo(3)
  }
  expect(looksUntil(new Stuck(pulse, 3), 100, turn)).toBe(Number.POSITIVE_INFINITY)
})
