import { expect, it } from 'vitest'
import { createFailedCredentials } from './failed-credentials.ts'

it('limits an address until its window ends, and no other', () => {
  let now = 0
  const failed = createFailedCredentials({ clock: { now: () => now }, limit: 2, windowMs: 60_000 })
  expect([failed.note('10.0.0.1'), failed.note('10.0.0.1')]).toEqual([undefined, undefined])
  now = 20_500
  expect(failed.note('10.0.0.1')).toBe(40)
  expect(failed.note('10.0.0.2')).toBeUndefined()
  now = 60_000
  expect(failed.note('10.0.0.1')).toBeUndefined()
})

it.each(['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1'])('never limits %s', (address) => {
  const failed = createFailedCredentials({ clock: { now: () => 0 }, limit: 1 })
  expect(Array.from({ length: 5 }, () => failed.note(address))).toEqual(Array(5).fill(undefined))
})

it('remembers a bounded number of addresses', () => {
  const failed = createFailedCredentials({ clock: { now: () => 0 }, limit: 1, maxAddresses: 2 })
  for (const address of ['10.0.0.1', '10.0.0.2', '10.0.0.3']) expect(failed.note(address)).toBeUndefined()
  expect(failed.note('10.0.0.3')).toBe(60)
  expect(failed.note('10.0.0.1')).toBeUndefined()
})
