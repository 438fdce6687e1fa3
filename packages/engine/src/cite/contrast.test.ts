import { expect, test } from 'vitest'
import type { Evidence } from '#evidence/ledger.ts'
import { differs } from './contrast.ts'

let count = 0
function said(quote: string): Evidence {
  count += 1
  const document = { id: `${count}`, url: `urn:${count}`, title: `${count}`, text: quote, sourceType: 'other' }
  const none = new Set<string>()
  return { document, start: 0, end: quote.length, quote, covers: none, terms: none, score: 1, worth: 1 }
}

test.each([
  ['The bridge over the river was opened in 1932.', 'The bridge over the river was opened in 1934.', true],
  ['The bridge over the river was opened in 1932.', 'In 1932 the bridge over the river opened.', false],
  ['The bridge over the river cost 5 million dollars.', 'The bridge over the river cost 8 million dollars.', true],
  ['The bridge over the river cost 5 million dollars.', 'The bridge over the river is 8 miles long.', false],
  [
    'The vaccine protects most children against the fever.',
    'The vaccine does not protect most children against the fever.',
    true,
  ],
  [
    'A partial lock is a lock that only covers a share of the gates in a river.',
    'A partial lock is a lock over a share of the gates of a river.',
    false,
  ],
  [
    'A partial lock is a lock that only covers a share of the gates of a river.',
    'Those gates would not be in the partial lock.',
    false,
  ],
  [
    'Do not open locks for ships with loose ropes, because loose ropes can catch on the gates of a river.',
    'Loose ropes of ships can catch on the gates of locks of a river.',
    false,
  ],
  ['Olsen drew the bridge over the river in 1932.', 'Madsen drew the bridge over the river in 1934.', false],
  ['Bread is baked from flour.', 'The bridge was opened in 1934.', false],
])('%s / %s differ: %s', (a, b, expected) => {
  expect(differs(said(a), said(b))).toBe(expected)
  expect(differs(said(b), said(a))).toBe(expected)
})

test('a document does not differ from itself', () => {
  const one = said('The bridge over the river was opened in 1932.')
  expect(differs(one, one)).toBe(false)
})
