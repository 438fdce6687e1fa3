import { expect, test } from 'vitest'
import { isBefore, judge } from './judge.ts'

const STEP = { needs: '22.18', prints: /^2 passed$/ }
const TOO_OLD = 'deep-research needs Node 22.18 or newer, and this is Node 20.20.2.'

test.each([
  ['v20.20.2', true],
  ['22.9.0', true],
  ['v22.18.0', false],
  ['24.0.0', false],
])('%s is before 22.18: %s', (version, expected) => {
  expect(isBefore(version, '22.18')).toBe(expected)
})

test('a step is right if it prints what it should, and on an older Node if it says what it needs', () => {
  expect(judge(STEP, false, '2 passed', 1.25)).toEqual({ shown: 'ok, 1.3 s' })
  expect(judge(STEP, true, new Error(TOO_OLD), 1)).toEqual({ shown: 'needs 22.18' })
})

test.each([
  ['it prints something else', false, '1 passed'],
  ['it fails', false, new Error('2 passed, but ended with 1')],
  ['an older Node is refused where it should run', false, new Error(TOO_OLD)],
  ['an older Node runs what is said to need a newer one', true, '2 passed'],
  ['an older Node fails without a word', true, new Error('SyntaxError: Unexpected token')],
])('it is wrong if %s', (_, isOld, result) => {
  const { shown, wrong } = judge(STEP, isOld, result, 1)
  expect(shown).toBe('WRONG')
  expect(wrong).toContain(result instanceof Error ? result.message : result)
})
