import { expect, it } from 'vitest'
import { requireRoom } from './soundness.ts'

it('tells a disk with room from one without', () => {
  requireRoom('.', 1)
  expect(() => requireRoom('.', Number.MAX_SAFE_INTEGER)).toThrow('nearly full')
})
