import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { LEVEL_LIMITS } from '../src/kernel/level-limits.ts'

it('a level may take as long as the engine lets it', () => {
  const levels = JSON.parse(readFileSync(new URL('../../engine/src/levels.json', import.meta.url), 'utf8'))
  const { why: _, ...limits } = levels.limits.ms
  expect(LEVEL_LIMITS).toEqual(limits)
})
