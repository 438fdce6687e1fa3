import { crc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import { apiKeyChecksum, isWellFormedApiKey } from './api-key.ts'

const body = `dr_live_${'a1B2'.repeat(10)}xyz`

function decode(digits: string): number {
  const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
  return [...digits].reduce((sum, digit) => sum * 62 + alphabet.indexOf(digit), 0)
}

test('the checksum is the CRC-32 of zlib in six base62 digits', () => {
  for (const text of ['', 'a', body, 'dr_live_']) {
    expect(apiKeyChecksum(text)).toMatch(/^[0-9A-Za-z]{6}$/)
    expect(decode(apiKeyChecksum(text))).toBe(crc32(text))
  }
})

test('a key is well-formed only with its prefix, its length, its alphabet and its checksum', () => {
  const key = body + apiKeyChecksum(body)
  expect(isWellFormedApiKey(key)).toBe(true)
  expect(isWellFormedApiKey(`${body}000000`)).toBe(false)
  expect(isWellFormedApiKey(key.replace('a1B2', 'a1B3'))).toBe(false)
  expect(isWellFormedApiKey(`${key}0`)).toBe(false)
  expect(isWellFormedApiKey('')).toBe(false)
  const test = body.replace('live', 'test')
  expect(isWellFormedApiKey(test + apiKeyChecksum(test))).toBe(false)
  const odd = body.replace('x', '-')
  expect(isWellFormedApiKey(odd + apiKeyChecksum(odd))).toBe(false)
})
