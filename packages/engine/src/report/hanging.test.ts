import { expect, test } from 'vitest'
import { hangs, refersBack, tieLength } from './hanging.ts'

test('a sentence refers back that hangs, or speaks of "this …" which it has not named', () => {
  expect(refersBack('Otherwise, the lock is shut.')).toBe(true)
  expect(refersBack('The third is used at night.')).toBe(true)
  expect(refersBack('Many boats fall outside this minimum.')).toBe(true)
  expect(refersBack('It is cheaper than the previous example.')).toBe(true)
  expect(refersBack('A boat pays by weight, and this weight is rounded.')).toBe(false)
  expect(refersBack('Use this option to shut the lock.')).toBe(false)
  expect(refersBack('The lock is shut at night.')).toBe(false)
  expect(refersBack('Set to `true` to open both wings.')).toBe(true)
  expect(refersBack('If not set, the lower gate is used.')).toBe(true)
  expect(refersBack('Set the lever to the left.')).toBe(false)
  expect(refersBack('It’s always possible to ring the bell.')).toBe(false)
  expect(refersBack('It can be useful to ring the bell.')).toBe(false)
})

test('a line may end between the words that tie a sentence to the one before', () => {
  expect(tieLength('For\nexample, open it.')).toBe('For\nexample, '.length)
  expect(hangs('Without\nthis it is shut.')).toBe(true)
  expect(refersBack('It is cheaper than the\nprevious example.')).toBe(true)
  expect(refersBack('The keeper leaves, and this because the lock is shut.')).toBe(false)
})
