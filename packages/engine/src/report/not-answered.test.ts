import { expect, test } from 'vitest'
import { lackingOf, notAnswered } from './not-answered.ts'

test('what is lacking is said in the words of what was asked, and what follows by its names', () => {
  expect(lackingOf({ lacking: 'gives a reason for it' }, ['Hawaii'], ['Texas', 'Hawaii'])).toBe(
    'The passages picked here do not answer the whole question: none of them plainly gives a reason for it in the case of Hawaii. What they tell of Texas and Hawaii follows.',
  )
  expect(lackingOf({ lacking: '' }, [], [])).toBe(
    'The passages picked here do not answer the whole question: none of them plainly does so as a whole. What comes nearest to it follows.',
  )
})

test('where a model finds no answer it is said that none was found', () => {
  expect(notAnswered(['Larkholm'])).toBe(
    'The passages found do not answer the question as it is asked. What they tell of Larkholm follows.',
  )
})
