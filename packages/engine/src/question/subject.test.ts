import { expect, test } from 'vitest'
import { terms } from '#language/terms.ts'
import { parseQuestion } from './parse-question.ts'
import { mentions } from './subject.ts'

function mentionIn(text: string, discounted: readonly string[] = []) {
  const question = parseQuestion(text)
  const weights = new Map(question.terms.map((term) => [term, 1]))
  const discounts = new Map(discounted.map((term) => [term, 0]))
  return mentions(question, { weights, discounts, terms: (each) => terms(each) })
}

test('a subject of several words is held where they stand side by side, whatever small words lie between', () => {
  const mention = mentionIn('Who declared the War on Poverty?')
  expect(mention('We declare war on poverty.').together).toBe(1)
  expect(mention('Poverty is a war on all.').together).toBe(0)
  expect(mention('The war was declared by those who knew the city, the land and poverty.').together).toBe(0)
  const near = mention('A war on hunger, ignorance and poverty.').together
  expect(near).toBeGreaterThan(0)
  expect(near).toBeLessThan(0.5)
  expect(mentionIn('How was the public debt paid?')('a debt to the public').together).toBe(0)
  expect(mentionIn('How was the public debt paid?')('the public debt is paid').together).toBe(1)
})

test('a question of single words has no such subject, nor does the name of a source make one', () => {
  expect(mentionIn('What of war?')('war').together).toBe(0)
  expect(mentionIn('Is the demon Lilu bad?')('a demon Lilu').together).toBe(0)
  expect(mentionIn('Did Roosevelt propose?', ['roosevelt'])('Roosevelt did propose').together).toBe(0)
})

test('a text that begins with the subject mentions it early', () => {
  const mention = mentionIn('What of war?')
  expect(mention('War is over.').early).toBe(1)
  expect(mention('There came a war.').early).toBeLessThan(0.9)
  expect(mention('Peace came.').early).toBe(0)
})
