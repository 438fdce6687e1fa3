import { describe, expect, it } from 'vitest'
import { readCredential } from './read-request.ts'

describe('readCredential', () => {
  it.each([
    [undefined, undefined, undefined],
    ['a', undefined, 'a'],
    [undefined, 'Bearer a', 'a'],
    [undefined, 'BEARER   a', 'a'],
    ['a', 'Bearer a', 'a'],
    ['a', 'Bearer b', undefined],
    ['', 'Bearer b', undefined],
    ['a', 'Bearer', undefined],
    ['a', 'Basic b', 'a'],
    [undefined, 'Basic b', undefined],
    [undefined, 'Bearera', undefined],
  ])('of %j and %j is %j', (apiKey, authorization, key) => {
    expect(readCredential(apiKey, authorization)).toBe(key)
  })
})
