import { isWellFormedApiKey } from '@deep-research/sdk/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hashApiKey, mintApiKey } from './api-key.ts'

const entropy = fc.uint8Array({ minLength: 32, maxLength: 32 })

describe('an API key', () => {
  it('has the documented shape, whatever the random bits', () => {
    fc.assert(
      fc.property(entropy, (bits) => {
        const key = mintApiKey(bits)
        expect(key).toMatch(/^dr_live_[0-9A-Za-z]{49}$/)
        expect(isWellFormedApiKey(key)).toBe(true)
      }),
    )
  })

  it('is written as pinned', () => {
    expect(mintApiKey(new Uint8Array(32))).toBe(`dr_live_${'0'.repeat(43)}0EOKzm`)
    expect(mintApiKey(new Uint8Array(32).fill(255)).slice(8, 51)).toMatch(/^[0-9A-Za-z]{43}$/)
  })

  it('with one character changed, left out or added is malformed', () => {
    fc.assert(
      fc.property(entropy, fc.nat(56), fc.constantFrom(...'0123456789ABCDEFabcdef_-'), (bits, at, character) => {
        const key = mintApiKey(bits)
        fc.pre(key[at] !== character)
        expect(isWellFormedApiKey(key.slice(0, at) + character + key.slice(at + 1))).toBe(false)
        expect(isWellFormedApiKey(key.slice(0, at) + key.slice(at + 1))).toBe(false)
        expect(isWellFormedApiKey(key.slice(0, at) + character + key.slice(at))).toBe(false)
      }),
    )
  })

  it('is new each time, and kept as a SHA-256 hash only', () => {
    const keys = new Set(Array.from({ length: 1_000 }, () => mintApiKey()))
    expect(keys.size).toBe(1_000)
    expect(hashApiKey('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  })
})
