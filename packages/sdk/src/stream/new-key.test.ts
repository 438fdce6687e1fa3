import { afterEach, expect, it, vi } from 'vitest'
import { newKey } from './new-key.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

it.each(['with', 'without'])('nobody else has it, %s `crypto`', (how) => {
  if (how === 'without') vi.stubGlobal('crypto', undefined)
  const keys = Array.from({ length: 1_000 }, newKey)
  expect(new Set(keys).size).toBe(1_000)
  for (const key of keys) expect(key).toMatch(/^[0-9a-z]+(-[0-9a-z]+){3}$/)
})
