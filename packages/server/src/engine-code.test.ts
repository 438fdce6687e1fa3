import { expect, it } from 'vitest'
import { hashEngineCode } from './engine-code.ts'

it('finds the program of the engine, and gives it the same hash each time', () => {
  expect(hashEngineCode()).toMatch(/^[0-9a-f]{64}$/)
  expect(hashEngineCode()).toBe(hashEngineCode())
})
