import { expect, test } from 'vitest'
import { NameDictionary } from './name-dictionary.ts'

const names = new NameDictionary([
  { documentId: 'a', name: 'Richard Wright (author)' },
  { documentId: 'b', name: 'Panama' },
  { documentId: 'c', name: 'Panama Canal' },
  { documentId: 'd', name: 'The Who' },
  { documentId: 'e', name: 'Daily Post | World and Business' },
  { documentId: 'f', name: 'William H. Taft' },
])

test('finds the documents that a text names, the longest title at each place', () => {
  expect(names.namedIn('The Panama Canal was dug; Panama is near.')).toEqual(
    new Map([
      ['Panama Canal', ['c']],
      ['Panama', ['b']],
    ]),
  )
})

test('a title is found without what is in brackets after it', () => {
  expect(names.namedIn('written by Richard Wright in 1940')).toEqual(new Map([['Richard Wright', ['a']]]))
})

test('a person is found with or without initials', () => {
  expect(names.namedIn('what William Taft said')).toEqual(new Map([['William Taft', ['f']]]))
})

test('a name is found without what is appended to it', () => {
  expect(names.namedIn('as the Daily Post reports')).toEqual(new Map([['Daily Post', ['e']]]))
})

test('what is not capitalised or only stop words is no name', () => {
  expect(names.namedIn('the panama hat of The Who')).toEqual(new Map())
})
