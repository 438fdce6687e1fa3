import { expect, test } from 'vitest'
import { terms } from '#language/terms.ts'
import { parseQuestion } from '#question/parse-question.ts'
import { togetherIn } from './together.ts'

function heldOf(text: string, discounted: readonly string[] = []) {
  const question = parseQuestion(text)
  const weights = new Map(question.terms.map((term) => [term, 1]))
  const discounts = new Map(discounted.map((term) => [term, 0]))
  return togetherIn(question, { weights, discounts, terms: (each) => terms(each) })
}

test('a subject of several words is held where they stand side by side, whatever small words lie between', () => {
  const held = heldOf('Who declared the War on Poverty?')
  expect(held('We declare war on poverty.')).toBe(1)
  expect(held('Poverty is a war on all.')).toBe(0)
  expect(held('The war was declared by those who knew the city, the land and poverty.')).toBe(0)
  const near = held('A war on hunger, ignorance and poverty.')
  expect(near).toBeGreaterThan(0)
  expect(near).toBeLessThan(0.5)
  expect(heldOf('How was the public debt paid?')('a debt to the public')).toBe(0)
  expect(heldOf('How was the public debt paid?')('the public debt is paid')).toBe(1)
})

test('a question of single words has no such subject, nor does the name of a source make one', () => {
  expect(heldOf('What of war?')('war')).toBe(0)
  expect(heldOf('Is the demon Lilu bad?')('a demon Lilu')).toBe(0)
  expect(heldOf('Did Roosevelt propose?', ['roosevelt'])('Roosevelt did propose')).toBe(0)
})
