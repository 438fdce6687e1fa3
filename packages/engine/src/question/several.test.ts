import { expect, test } from 'vitest'
import { analyseQuestion } from './question.ts'
import { asksForSeveral } from './several.ts'

test.each([
  ['List the four freedoms.', true],
  ['What are the rights of workers?', true],
  ['Which countries joined?', true],
  ['Nenne die Ziele der Partei.', true],
  ['What is the right of way?', false],
  ['Which address is it?', false],
])('"%s" asks for several things: %s', (question, several) => {
  expect(asksForSeveral(analyseQuestion(question))).toBe(several)
})
