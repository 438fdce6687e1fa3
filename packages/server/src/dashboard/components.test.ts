import { expect, test } from 'vitest'
import { duration } from './components.ts'

test.each([
  [999, '999 ms'],
  [1_000, '1.0 s'],
  [59_470, '59.5 s'],
  [59_960, '1 min 0 s'],
  [119_400, '1 min 59 s'],
  [119_600, '2 min 0 s'],
])('%i ms are told as %s', (ms, told) => {
  expect(duration(ms)).toBe(told)
})
