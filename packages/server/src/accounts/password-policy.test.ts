import { expect, it } from 'vitest'
import { passwordProblem } from './password-policy.ts'

const EMAIL = 'ada.lovelace@example.com'

it.each([
  'correct horse battery',
  'a long enough password',
  'x7Gk2pQz9w',
  'пять крокодилов поют',
  '🙂🎉🐢🌵🍩🚲🧊🪁🎻🧭',
  `${'tulip window '.repeat(15)}`,
])('takes %j', async (password) => {
  expect(await passwordProblem(password, EMAIL)).toBeUndefined()
})

it.each([
  ['123456789', 'length'],
  // Five characters, though ten units of UTF-16.
  ['🙂🎉🐢🌵🍩', 'length'],
  ['x'.repeat(201), 'length'],
  ['1234567890', 'guessable'],
  ['password123', 'guessable'],
  ['P@ssw0rd123', 'guessable'],
  ['qwertyuiop', 'guessable'],
  ['aaaaaaaaaaaaaaaa', 'guessable'],
  ['iloveyou12', 'guessable'],
  ['ada.lovelace', 'guessable'],
  [EMAIL, 'guessable'],
  ['q'.repeat(200), 'guessable'],
] as const)('refuses %j for its %s', async (password, problem) => {
  expect(await passwordProblem(password, EMAIL)).toBe(problem)
})
