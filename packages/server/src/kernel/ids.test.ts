import { expect, it } from 'vitest'
import { newId, uuidv7 } from './ids.ts'

it('makes ids that are UUIDs of version 7, sorted by time and never the same', () => {
  const ids = Array.from({ length: 1_000 }, (_, index) => uuidv7(1_767_225_600_000 + index))
  expect(new Set(ids).size).toBe(1_000)
  expect([...ids].sort()).toEqual(ids)
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{12}7[0-9a-f]{3}[89ab][0-9a-f]{15}$/)
  expect(uuidv7(0).slice(0, 12)).toBe('000000000000')
  expect(newId('req', 1)).toMatch(/^req_000000000001/)
})
