import { expect, test } from 'vitest'
import { answersPart } from './part-answers.ts'

const QUESTION = { text: 'How did the tram change Larkholm?', language: 'en' } as const
const holds = (text: string) => text.includes('tram')
const answers = (part: string, quote: string) =>
  answersPart(`${part}: ${QUESTION.text}`, QUESTION, { bears: holds, tells: holds })({ quote })

test('a part on critics is answered where the subject is objected to, and not something else', () => {
  const critics = 'What do critics say'
  expect(answers(critics, 'Shopkeepers opposed the tram.')).toBe(true)
  expect(answers(critics, 'Shopkeepers opposed the new bridge.')).toBe(false)
  const far = `The tram runs ${'through the old streets of the town '.repeat(4)}and doctors warn of abuses in clinics.`
  expect(answers(critics, far)).toBe(false)
})

test('a part on figures is answered by a figure', () => {
  expect(answers('What are the figures', 'It carried 3,000 people a day.')).toBe(true)
  expect(answers('What are the figures', 'The tram is green.')).toBe(false)
})
