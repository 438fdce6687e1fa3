import { expect, test } from 'vitest'
import type { Evidence } from '#evidence/ledger.ts'
import { contentTerms, terms } from '#language/terms.ts'
import { isOnSubject } from './closest.ts'

test('what shares only a word with a question is not on its subject, unless its title says more', () => {
  const weights = new Map(
    [...contentTerms('rsync limits bandwidth of compressed archive copies')].map((term) => [term, 3]),
  )
  const isShown = isOnSubject({ weights, goal: { terms }, capitalised: [], named: new Set() })
  const evidence = (title: string, quote: string): Evidence => {
    const own = contentTerms(quote)
    const covers = new Set([...own].filter((term) => weights.has(term)))
    const document = { id: 'd', url: 'urn:d', title, text: quote, sourceType: 'other' }
    return { document, start: 0, end: quote.length, quote, covers, terms: own, score: 0, worth: 0 }
  }
  expect(isShown(evidence('wget', 'It limits the bandwidth.'))).toBe(true)
  expect(isShown(evidence('wget', 'It knows no limits.'))).toBe(false)
  expect(isShown(evidence('rsync', 'It knows no limits.'))).toBe(true)
  const named = isOnSubject({ weights, goal: { terms }, capitalised: ['limit'], named: new Set() })
  expect(named(evidence('wget', 'It knows no limits.'))).toBe(true)
  const source = isOnSubject({ weights, goal: { terms }, capitalised: [], named: new Set(['d']) })
  expect(source(evidence('wget', 'It is old.'))).toBe(true)
  expect(isShown(evidence('rsync and its bandwidth', 'It is old.'))).toBe(false)
})
