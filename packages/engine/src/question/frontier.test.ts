import { expect, test } from 'vitest'
import { Frontier } from '#evidence/frontier.ts'
import type { Query } from '../types.ts'

const query = (terms: string, weight = 1): Query => ({
  text: terms,
  terms: terms.split(' '),
  purpose: 'part',
  weight,
})

test('gives the weightiest first', () => {
  const frontier = new Frontier()
  frontier.add([query('a b', 0.2), query('c d', 0.9)])
  expect(frontier.take(1).map(({ text }) => text)).toEqual(['c d'])
  expect(frontier.size).toBe(1)
})

test('never asks the same twice, nor almost the same, not even after it was taken', () => {
  const frontier = new Frontier()
  frontier.add([query('a b c d e')])
  frontier.take(1)
  expect(frontier.add([query('e d c b a'), query('a b c d')])).toEqual([])
  expect(frontier.add([query('a b')])).toHaveLength(1)
})

test('follows a document once', () => {
  const frontier = new Frontier()
  const expansion = { ...query('x'), documents: ['1', '2'] }
  expect(frontier.add([expansion])).toHaveLength(1)
  expect(frontier.add([{ ...expansion, terms: ['y'], documents: ['2', '1'] }])).toEqual([])
})
