import { expect, test } from 'vitest'
import type { Question } from '#question/question.ts'
import { contraryTo } from './contrary.ts'

const asked = (kind: Question['kind'], text: string, negated = false) => contraryTo({ kind, negated, text })

test('what forbids a way is contrary to asking for one, unless it is asked what not to do', () => {
  expect(asked('how', 'How do I open the lock?')('Do not open the lock by hand.')).toBe(true)
  expect(asked('how', 'How do I open the lock?')('Open it slowly and do not lean on it.')).toBe(false)
  expect(asked('how', 'How do I not open the lock?', true)('Do not open the lock by hand.')).toBe(false)
})

test('what is not so is contrary to asking what is so', () => {
  const isContrary = asked('list', 'Which gates are opened by default?')
  expect(isContrary('This gate is not opened by default.')).toBe(true)
  expect(isContrary('The upper gate is opened, the lower one is not.')).toBe(false)
  expect(asked('yes-no', 'Is the gate opened by default?')('This gate is not opened by default.')).toBe(false)
})
