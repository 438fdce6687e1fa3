import { expect, test } from 'vitest'
import { terms } from '#language/terms.ts'
import { mayAnswer } from './answer-type.ts'
import { analyseQuestion } from './question.ts'

const may = (question: string, sentence: string) => mayAnswer(analyseQuestion(question), terms)(sentence)

test.each([
  ['How many locks does the canal have?', 'It has twelve locks.', 'In 1968 it had locks.'],
  ['How long is the canal?', 'It runs for 12 miles.', 'It cost 12 million dollars.'],
  ['How long did the work last?', 'It took eight years.', 'It cost eight dollars.'],
  ['How tall is the tower?', 'It is 40 feet high.', 'It stood for 40 years.'],
  ['When did the canal open?', 'It opened in May 1914.', 'It opened late.'],
  ['Who dug the canal?', 'It was dug by Ferdinand de Lesseps.', 'It was dug by thousands.'],
  ['Who dug the canal?', 'It was Mr. Lesseps.', 'The Suez was dug.'],
])('%s may be answered by "%s", not by "%s"', (question, yes, no) => {
  expect(may(question, yes)).toBe(true)
  expect(may(question, no)).toBe(false)
})

test('the name of a person that the question holds is no answer', () => {
  expect(may('Who taught Mira Olsen?', 'In that year Mira Olsen was taught.')).toBe(false)
  expect(may('Who taught Mira Olsen?', 'In that year Jon Vik taught Mira Olsen.')).toBe(true)
})

test('what shows no mark of an answer is never ruled out', () => {
  expect(may('Why did it fall?', 'It fell.')).toBe(true)
  expect(may('Wie viele Schleusen hat der Kanal?', 'Er hat Schleusen.')).toBe(true)
  expect(may('谁写过关于黄鹤楼的诗？', '诗人崔颢写过一首关于它的诗。')).toBe(true)
})
