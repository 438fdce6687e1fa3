import { expect, test } from 'vitest'
import { asksIn } from './asks.ts'

const texts = (question: string) => asksIn(question, 'en').map(({ text }) => text)

test.each([
  ['What is VACUUM and when should I run it?', ['What is VACUUM', 'when should I run it? VACUUM']],
  [
    'What does keepAlive do? How is it set? And why would I turn it off?',
    ['What does keepAlive do', 'How is it set keepAlive', 'why would I turn it off? keepAlive'],
  ],
  ['Who founded Rome, and when?', ['Who founded Rome', 'when? founded Rome']],
])('"%s" asks for several things, each by its name', (question, expected) => {
  expect(texts(question)).toEqual(expected)
})

test.each([
  'What is VACUUM?',
  'Which company, which was founded in 1990 and which makes phones, was sued?',
  'What is the time between when it begins and when it ends?',
  'How do I install it and use it with TypeScript?',
  'Bread and butter',
])('"%s" asks for one thing', (question) => {
  expect(texts(question)).toEqual([])
})

test('a part is shown as it was written', () => {
  expect(asksIn('What is VACUUM, and how is it run?', 'en')[1]?.written).toBe('how is it run?')
})
