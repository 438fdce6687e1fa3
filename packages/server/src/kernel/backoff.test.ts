import { expect, it } from 'vitest'
import { createBackoff } from './backoff.ts'

const start = () => {
  const clock = { at: 0, now: () => clock.at }
  return { clock, backoff: createBackoff({ clock, free: 3, firstMs: 1_000, longestMs: 8_000, maxNames: 2 }) }
}

it('makes each further try wait twice as long, up to the longest', () => {
  const { clock, backoff } = start()
  const waits: number[] = []
  for (let tries = 0; tries < 8; tries += 1) {
    expect(backoff.try('a')).toBeUndefined()
    const wait = backoff.try('a') ?? 0
    if (tries < 2) expect(wait).toBe(0)
    waits.push(wait)
    // The question itself was a try where it was free.
    if (wait === 0) tries += 1
    clock.at += wait * 1_000
  }
  expect(waits).toEqual([0, 1, 2, 4, 8, 8, 8])
})

it('counts names apart, and forgets after a success, a long rest, or for newer names', () => {
  const { clock, backoff } = start()
  const exhaust = (name: string) => [0, 1, 2].map(() => backoff.try(name))
  exhaust('a')
  expect(backoff.try('a')).toBe(1)
  expect(backoff.try('b')).toBeUndefined()
  backoff.forget('a')
  expect(backoff.try('a')).toBeUndefined()
  exhaust('a')
  clock.at += 1_000 + 8_000
  expect([backoff.try('a'), backoff.try('a')]).toEqual([undefined, undefined])
  exhaust('b')
  exhaust('c')
  exhaust('d')
  expect([backoff.try('b'), backoff.try('d')]).toEqual([undefined, 1])
})
