import * as msw from 'msw'
import { expect, test } from 'vitest'
import { requireMsw } from './require-msw.ts'

test('MSW 3 will do', () => {
  expect(() => requireMsw(msw)).not.toThrow()
})

test('Node 20 will not, and the message says what does', () => {
  class Old {}
  expect(() => requireMsw(msw, Old)).toThrow(/needs Node 22\.18 or newer/)
})

test('MSW 2 will not, and the message says what to install', () => {
  expect(() => requireMsw({ ...msw, handleRequest: () => undefined })).toThrow(/found MSW 2.* msw@3$/)
})
