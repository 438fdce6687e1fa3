import { expect, test } from 'vitest'
import { TitleDictionary } from './title-dictionary.ts'

const titles = new TitleDictionary([
  { documentId: 'a', title: 'Richard Wright (author)' },
  { documentId: 'b', title: 'Panama' },
  { documentId: 'c', title: 'Panama Canal' },
  { documentId: 'd', title: 'The Who' },
])

test('finds the documents that a text names, the longest title at each place', () => {
  expect(titles.namedIn('The Panama Canal was dug; Panama is near.')).toEqual(
    new Map([
      ['Panama Canal', ['c']],
      ['Panama', ['b']],
    ]),
  )
})

test('a title is found without what is in brackets after it', () => {
  expect(titles.namedIn('written by Richard Wright in 1940')).toEqual(new Map([['Richard Wright', ['a']]]))
})

test('what is not capitalised or only stop words is no name', () => {
  expect(titles.namedIn('the panama hat of The Who')).toEqual(new Map())
})
