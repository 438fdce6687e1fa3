import { join } from 'node:path'
import { expect, it } from 'vitest'
import { constantsIn, overBudget, roomSizes } from '../bench/room-sizes.ts'

const ENGINE = join(import.meta.dirname, '..')

it('keeps every room within its row of rooms.json', () => {
  expect(overBudget(roomSizes(join(ENGINE, 'src')), join(ENGINE, 'rooms.json'))).toEqual([])
})

it('tells of a room that grew, and of one without a row', () => {
  const grown = { lines: 10_000, constants: 3, listBytes: 0 }
  const over = overBudget({ cite: grown, attic: grown }, join(ENGINE, 'rooms.json'))
  expect(over).toEqual([expect.stringContaining('cite has 10000 lines'), 'attic has no row'])
})

it('counts named numbers that steer, and not those that say nothing', () => {
  const source = 'const A = 12\nconst B = 100\nconst C = { near: -0.5, all: 1 }\nclass D { most = 7 }\nf(42)\n'
  expect(constantsIn(source)).toBe(3)
})
