import { expect, test } from 'vitest'
import { terms } from '#language/terms.ts'
import { parseQuestion } from './parse-question.ts'

function needsOf(text: string) {
  const question = parseQuestion(text)
  return question.needsOf({ ...question, termsOf: terms })
}

const fitOf = (question: string, sentence: string) => needsOf(question).fits(sentence)
const may = (question: string, sentence: string) => needsOf(question).mayHold(sentence)

test('a definition says of its subject what it is, best at once', () => {
  const question = 'What is the Monroe Doctrine?'
  expect(fitOf(question, 'The Monroe Doctrine is a declaration of policy.')).toBe(1)
  expect(fitOf(question, 'We hold to the Monroe Doctrine.')).toBeLessThan(0.5)
  expect(fitOf(question, 'Monroe has a doctrine of his own, and it is old.')).toBeLessThan(0.5)
  expect(fitOf(question, 'The Monroe Doctrine is known as a policy.')).toBe(1)
  expect(fitOf(question, 'This Monroe Doctrine is simple and new.')).toBeLessThan(0.5)
  expect(fitOf(question, 'Bread is baked.')).toBe(0)
})

test('"when" wants a date', () => {
  expect(fitOf('When did the canal open?', 'It opened in 1914.')).toBe(1)
  expect(fitOf('When did the canal open?', 'It opened late.')).toBe(0)
})

test('"how many" wants a number that is no year', () => {
  const question = 'How many deaths were there?'
  expect(fitOf(question, 'There were 12 deaths.')).toBe(1)
  expect(fitOf(question, 'It was in 1968.')).toBe(0)
})

test('"why" wants a reason', () => {
  const question = 'Why did they dig the canal?'
  expect(fitOf(question, 'They dug it because the way was long.')).toBe(1)
  expect(fitOf(question, 'It has been there since 1914.')).toBe(0)
  expect(fitOf(question, 'It is long.')).toBe(0)
})

test.each([
  ['How many locks does the canal have?', 'It has twelve locks.', 'In 1968 it had locks.'],
  ['When did the canal open?', 'It opened in May 1914.', 'It opened late.'],
])('%s may be answered by "%s", not by "%s"', (question, yes, no) => {
  expect(may(question, yes)).toBe(true)
  expect(may(question, no)).toBe(false)
})

test('the number of a page or a section counts nothing', () => {
  expect(may('How many locks are there?', 'See the locks (p. 122), as Section 8.1 says.')).toBe(false)
  expect(may('How many locks are there?', 'There are 12 (p. 122).')).toBe(true)
})

test('what shows no mark of an answer is never ruled out', () => {
  expect(may('Why did it fall?', 'It fell.')).toBe(true)
  expect(may('Wie viele Schleusen hat der Kanal?', 'Er hat Schleusen.')).toBe(true)
  expect(may('谁写过关于黄鹤楼的诗？', '诗人崔颢写过一首关于它的诗。')).toBe(true)
})
