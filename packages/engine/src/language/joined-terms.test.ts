import fc from 'fast-check'
import { expect, test } from 'vitest'
import { JoinedTerms } from './joined-terms.ts'

test('gives what joining a list gives, again and again', () => {
  const joined = new JoinedTerms()
  const term = fc.oneof(fc.string({ minLength: 1 }), fc.string({ minLength: 1, unit: 'grapheme' }))
  fc.assert(
    fc.property(fc.array(term), (terms) => {
      for (const each of terms) joined.add(each)
      expect(joined.take()).toBe(terms.join(' '))
    }),
  )
})

test('holds more than it has room for at first', () => {
  const joined = new JoinedTerms()
  const terms = Array.from({ length: 5_000 }, (_, at) => `term${at}`)
  for (const each of terms) joined.add(each)
  expect(joined.take()).toBe(terms.join(' '))
})
