import { expect, test } from 'vitest'
import { contentTerms } from '#language/terms.ts'
import { weighTerms } from './weights.ts'

const PASSAGES = 1000

/** Weighs the terms of a text in a library where each stands in so many of a thousand passages. */
function weighed(text: string, held: Record<string, number> = {}): Map<string, number> {
  const unused = () => {
    throw new Error('weighing only counts')
  }
  return weighTerms(contentTerms(text, 'en'), {
    documentCount: PASSAGES,
    passageCount: PASSAGES,
    documentFrequency: (term) => held[term] ?? 0,
    document: unused,
    search: unused,
    titles: unused,
    origins: unused,
  })
}

test('an everyday word that stands all over a library weighs what any word does there', () => {
  const held = { wait: 600, kettl: 600 }
  const weights = weighed('wait for the kettle', held)
  expect(weights.get('wait')).toBe(weights.get('kettl'))
})

test('what is left of a contraction is no word of a question', () => {
  expect([...contentTerms("the kettle doesn't boil and isn't warm", 'en')]).toEqual(['kettl', 'boil', 'warm'])
})
