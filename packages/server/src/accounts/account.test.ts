import { expect, it } from 'vitest'
import { normalizeEmail } from './account.ts'

it('takes an address in any case of letters, and in other scripts', () => {
  expect(normalizeEmail(' Ada+research@Example.COM ')).toBe('ada+research@example.com')
  expect(normalizeEmail('адa@пример.рф')).toBe('адa@пример.рф')
})

it.each([
  'ada',
  'ada@',
  '@example.com',
  'a da@example.com',
  'ada@example.com,bob@example.com',
  // A mail program would send to the part that it takes for the address.
  'x,bob@example.com',
  'x<bob@example.com>',
  '"x"<bob@example.com',
  'group:bob@example.com;',
  '(x)bob@example.com',
  'ada\u0000@example.com',
  'ada\u202e@example.com',
  `${'a'.repeat(250)}@b.co`,
])('takes no %j', (text) => {
  expect(normalizeEmail(text)).toBeUndefined()
})
