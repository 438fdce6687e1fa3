import { expect, test } from 'vitest'
import { terms } from '#text/terms.ts'
import { mentions } from './subject.ts'

const weights = new Map([
  ['war', 1],
  ['poverti', 2],
])
const mention = mentions({ weights, bigrams: new Set(['war poverti']), terms: (text) => terms(text) })

test('a subject of several words is held where they stand side by side, whatever small words lie between', () => {
  expect(mention('We declare war on poverty.').together).toBe(1)
  expect(mention('The war went on; poverty grew.').together).toBe(0)
  expect(mentions({ weights, bigrams: new Set(), terms: (text) => terms(text) })('war on poverty').together).toBe(0)
})

test('a text that begins with the subject mentions it early', () => {
  expect(mention('War is over.').early).toBe(1)
  expect(mention('There came a war.').early).toBeLessThan(0.9)
  expect(mention('Peace came.').early).toBe(0)
})
