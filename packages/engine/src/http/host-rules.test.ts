import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hostFilter, hostOf } from './host-rules.ts'

test('a host stands for its subdomains, and for nothing that only ends like it', () => {
  const mayRead = hostFilter({ allow: ['example.org'] })
  for (const url of ['https://example.org/x', 'http://www.example.org', 'https://docs.EXAMPLE.org./'])
    expect(mayRead(url)).toBe(true)
  for (const url of [
    'https://notexample.org',
    'https://example.org.evil.com',
    'https://evil.com/example.org',
    'no url',
  ])
    expect(mayRead(url)).toBe(false)
})

test('what is denied stays out, allowed or not', () => {
  const mayRead = hostFilter({ allow: ['example.org'], deny: ['forum.example.org'] })
  expect(mayRead('https://example.org')).toBe(true)
  expect(mayRead('https://old.forum.example.org')).toBe(false)
  expect(hostFilter({ deny: ['example.org'] })('https://elsewhere.net')).toBe(true)
})

test('without rules every host may be read', () => {
  fc.assert(fc.property(fc.webUrl(), (url) => hostFilter({})(url)))
})

test('a host is counted without "www."', () => {
  expect(hostOf('https://www.example.org/a')).toBe('example.org')
  expect(hostOf('https://www.org')).toBe('www.org')
})
