import { expect, test } from 'vitest'
import { memoryLibrary } from '../../test/memory-library.ts'
import type { SourceDocument } from '../types.ts'
import { baseWordsIn } from './base-words.ts'

const libraryOf = (...texts: readonly string[]) =>
  memoryLibrary(
    texts.map(
      (text, i): SourceDocument => ({ id: `d${i}`, url: `urn:${i}`, title: 'A paper', text, sourceType: 'text' }),
    ),
  )
const QUESTION = { text: 'What was done to help farmers?', language: 'en' } as const

test('those who do something are told of where that is', () => {
  const [form] = baseWordsIn(QUESTION, libraryOf('The farm was sold.', 'Two farmers came.'))
  expect(form?.letters).toBe('farm')
  expect(form?.terms).toEqual(['farmer'])
  expect(form?.written.test('It buys farm goods.')).toBe(true)
  expect(form?.written.test('It is farmland.')).toBe(false)
})

test('they are not where the library never writes it, or far more often', () => {
  expect(baseWordsIn(QUESTION, libraryOf('Two farmers came.'))).toEqual([])
  const often = ['a', 'b', 'c', 'd'].map((one) => `The farm ${one} was sold.`)
  expect(baseWordsIn(QUESTION, libraryOf('Two farmers came.', ...often))).toEqual([])
})

test('a short word and a name have no such base', () => {
  const library = libraryOf('The let was sold.', 'A hunt began.', 'Two hunters came, with letters.')
  expect(baseWordsIn({ text: 'What do letters say?', language: 'en' }, library)).toEqual([])
  expect(baseWordsIn({ text: 'Who are the Hunters?', language: 'en' }, library)).toEqual([])
})
