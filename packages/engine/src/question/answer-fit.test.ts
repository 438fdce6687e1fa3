import { expect, test } from 'vitest'
import { answerFit, answersIn } from './answer-fit.ts'
import { analyseQuestion } from './question.ts'

const fitOf = (question: string, sentence: string) => answerFit(analyseQuestion(question))(sentence)

test('a definition says of its subject what it is, best at once', () => {
  const question = 'What is the Monroe Doctrine?'
  expect(fitOf(question, 'The Monroe Doctrine is a declaration of policy.')).toBe(1)
  expect(fitOf(question, 'We hold to the Monroe Doctrine.')).toBeLessThan(0.5)
  expect(fitOf(question, 'Monroe has a doctrine of his own, and it is old.')).toBeLessThan(0.5)
  expect(fitOf(question, 'The Monroe Doctrine is greatly admired.')).toBeLessThan(1)
  expect(fitOf(question, 'The Monroe Doctrine asks much.')).toBeGreaterThan(
    fitOf(question, 'We hold to the Monroe Doctrine.'),
  )
  expect(fitOf(question, 'The Monroe Doctrine is known as a policy.')).toBe(1)
  expect(fitOf(question, 'Bread is baked.')).toBe(0)
})

test('"when" wants a date, "who" a name that the question has not', () => {
  expect(fitOf('When did the canal open?', 'It opened in 1914.')).toBe(1)
  expect(fitOf('When did the canal open?', 'It opened late.')).toBe(0)
  expect(fitOf('Who dug the Suez canal?', 'It was dug by Ferdinand de Lesseps.')).toBe(1)
  expect(fitOf('Who dug the Suez canal?', 'It was dug at Suez.')).toBe(0)
})

test('"why" wants a reason, and "since" may be none', () => {
  const question = 'Why did they dig the canal?'
  expect(fitOf(question, 'They dug it because the way was long.')).toBe(1)
  expect(fitOf(question, 'It has been there since 1914.')).toBe(0.5)
  expect(fitOf(question, 'It is long.')).toBe(0)
})

test('a cut that loses a number loses an answer to "how much"', () => {
  const answers = answersIn(analyseQuestion('How much did the canal cost?'))
  expect(answers('Of the 40 bought, the canal cost 297,766,000 dollars.')).toBeGreaterThan(answers('Of the 40 bought'))
})
