import { expect, test } from 'vitest'
import { memoryLibrary } from '../../test/memory-library.ts'
import type { SourceDocument } from '../types.ts'
import { joinedWordsIn, withJoined } from './joined-words.ts'

const libraryOf = (...texts: readonly string[]) =>
  memoryLibrary(
    texts.map(
      (text, i): SourceDocument => ({ id: `d${i}`, url: `urn:${i}`, title: 'A paper', text, sourceType: 'text' }),
    ),
  )
const joinedIn = (text: string, ...texts: readonly string[]) =>
  joinedWordsIn({ text, language: 'en' }, libraryOf(...texts))

test('a hyphenated word is one that a library writes as one', () => {
  const [word] = joinedIn('How did start-ups raise money?', 'A startup raised money.', 'The mayor was ill.')
  expect(word?.letters).toBe('startups')
  expect(word?.term).toBe('startup')
  expect(word?.weight).toBeGreaterThan(0)
})

test('it is not where the library never does, nor where it is a name', () => {
  expect(joinedIn('How did start-ups raise money?', 'A start was made.')).toEqual([])
  expect(joinedIn('How did Holt-Vik raise money?', 'A holtvik is a boat.')).toEqual([])
  expect(joinedIn('How did start ups raise money?', 'A startup raised money.')).toEqual([])
})

test('it is found where it is written apart', () => {
  const [word] = joinedIn('How did start-ups raise money?', 'A startup raised money.')
  expect(word?.written.test('Each start-up was sold.')).toBe(true)
  expect(word?.written.test('They start upstairs.')).toBe(false)
})

test('it takes the place of its parts among the words of a subject', () => {
  const joined = joinedIn('How did start-ups raise money?', 'A startup raised money.')
  const weights = withJoined(
    new Map([
      ['start', 1],
      ['up', 1],
      ['money', 2],
    ]),
    joined,
  )
  expect([...weights.keys()]).toEqual(['money', 'startup'])
})
