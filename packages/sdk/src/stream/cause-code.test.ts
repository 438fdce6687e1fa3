import { expect, it } from 'vitest'
import { hasCauseCode } from './cause-code.ts'

it('looks at the code of the cause, whatever it is given', () => {
  const timeout = Object.assign(new Error(), { code: 'UND_ERR_HEADERS_TIMEOUT' })
  expect(hasCauseCode(new TypeError('fetch failed', { cause: timeout }), 'UND_ERR_HEADERS_TIMEOUT')).toBe(true)
  expect(hasCauseCode(new TypeError('fetch failed', { cause: timeout }), 'UND_ERR_SOCKET')).toBe(false)
  for (const other of [undefined, null, 'x', timeout])
    expect(hasCauseCode(other, 'UND_ERR_HEADERS_TIMEOUT')).toBe(false)
})
