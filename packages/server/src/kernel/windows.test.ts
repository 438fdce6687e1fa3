import { expect, it } from 'vitest'
import { createWindows } from './windows.ts'

function windows(options: { limit?: number; maxNames?: number } = {}) {
  const clock = { at: 0, now: () => clock.at }
  return { clock, ...createWindows({ clock, limit: 2, windowMs: 10_000, ...options }) }
}

it('tells how long to wait once a name came too often in its window, and counts anew after it', () => {
  const { note, clock } = windows()
  expect([note('a'), note('a')]).toEqual([undefined, undefined])
  clock.at = 4_500
  expect([note('a'), note('b')]).toEqual([6, undefined])
  clock.at = 9_999
  expect(note('a')).toBe(1)
  clock.at = 10_000
  expect(note('a')).toBe(undefined)
})

it('forgets a name when told, and the oldest where there are too many', () => {
  const { note, forget } = windows({ limit: 1, maxNames: 2 })
  note('a')
  forget('a')
  expect(note('a')).toBe(undefined)
  note('b')
  note('c')
  expect([note('b'), note('a')]).toEqual([10, undefined])
})
