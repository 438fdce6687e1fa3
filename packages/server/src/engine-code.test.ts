import { expect, it } from 'vitest'
import { hashEngineCode } from './engine-code.ts'

it('finds the program of the engine', () => {
  expect(hashEngineCode()).toMatch(/^[0-9a-f]{64}$/)
})
