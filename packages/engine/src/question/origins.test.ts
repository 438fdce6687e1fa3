import { expect, test } from 'vitest'
import { Origins } from './origins.ts'

const origins = new Origins([
  { documentId: 'a', name: 'James Polk', kind: 'author' },
  { documentId: 'a', name: '1846', kind: 'date' },
  { documentId: 'b', name: 'Mara Swift', kind: 'author' },
  { documentId: 'b', name: 'The Gazette', kind: 'publisher' },
  { documentId: 'b', name: '2023-10-06T12:00:00Z', kind: 'date' },
  { documentId: 'c', name: 'The Gazette', kind: 'publisher' },
  { documentId: 'c', name: '2023-11-02', kind: 'date' },
  { documentId: 'd', name: '1972', kind: 'date' },
  { documentId: 'e', name: '1979', kind: 'date' },
])

const named = (text: string) => Object.fromEntries(origins.namedIn(text).names)
const dated = (text: string) => Object.fromEntries(origins.namedIn(text).dates)

test('an author is named in full', () => {
  expect(named('what James Polk said')).toEqual({ 'James Polk': ['a'] })
  expect(named("James Polk's reasons")).toEqual({ 'James Polk': ['a'] })
})

test('somebody else of that last name is not the author, nor is a common word', () => {
  expect(named('the albums of Taylor Swift')).toEqual({})
  expect(named('Taylor Swift sings')).toEqual({})
  expect(named('the Polk County fair')).toEqual({})
  expect(named('a swift answer')).toEqual({})
})

test('a publisher is named as it is written', () => {
  expect(named('as The Gazette reported')).toEqual({ 'The Gazette': ['b', 'c'] })
})

test.each([
  ['on October 6, 2023', { 'October 6, 2023': ['b'] }],
  ['in November 2023', { 'November 2023': ['c'] }],
  ['in 1846', { 1846: ['a'] }],
  ['in the 1970s', { '1970s': ['d', 'e'] }],
  ['between 1970 and 1975', { '1970 and 1975': ['d'] }],
  ['on October 7, 2023', {}],
  ['for $1846', {}],
])('a date holds the documents of that time: %s', (text, expected) => {
  expect(dated(text)).toEqual(expected)
})

test('a time that most documents share tells nothing', () => {
  expect(dated('between 1800 and 2020')).toEqual({})
})
