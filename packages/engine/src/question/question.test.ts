import { expect, test } from 'vitest'
import { documentBy, memoryLibrary } from '../../test/memory-library.ts'
import { Origins } from './origins.ts'
import { understand } from './question.ts'

const collection = { library: memoryLibrary([]), origins: new Origins([]) }

test('how a document begins is read for what asks what a thing is', () => {
  expect(understand('What is a lock?', collection).goal.readsOpening).toBe(true)
  expect(understand('How does a lock work?', collection).goal.readsOpening).toBe(false)
})

test('a word is the name of a file where hardly anything else speaks of it', () => {
  const texts = ['A quay for ferry one.', 'The ferry has a deck.', 'The deck is of oak.', 'Oak floats.', 'Fog rises.']
  const library = memoryLibrary(texts.map((text, i) => documentBy(`${i}`, 'A', 2000, text)))
  const origins = new Origins([
    { documentId: '0', name: 'ferry', kind: 'file' },
    { documentId: '1', name: 'ferry-deck', kind: 'file' },
    { documentId: '2', name: 'deck', kind: 'file' },
    { documentId: '3', name: 'oak', kind: 'file' },
    { documentId: '4', name: 'fog', kind: 'file' },
  ])
  expect([...understand('ferry carry cars', { library, origins }).named].sort()).toEqual(['0', '1'])
  expect([...understand('deck carry cars', { library, origins }).named]).toEqual([])
})

test('symbols of a question are terms of it', () => {
  const { terms, goal } = understand('What does ** do in a path?', collection)
  expect(terms).toContain('**')
  expect(goal.terms('A `**` matches.').map(({ term }) => term)).toContain('**')
})

test('a question may speak of a source that is none of the several that are searched', () => {
  const of = (...names: string[]) =>
    new Origins(names.map((name, at) => ({ documentId: `${at}`, name, kind: 'publisher' as const })))
  const unknownOf = (text: string, origins: Origins) =>
    understand(text, { library: memoryLibrary([]), origins }).namesUnknownSource
  const several = of('The Herald', 'The Courier')
  expect(unknownOf('What does the Tribune article say of ferries?', several)).toBe(true)
  expect(unknownOf('What does the Herald article say of ferries?', several)).toBe(false)
  expect(unknownOf('What does Tribune Island look like?', several)).toBe(false)
  expect(unknownOf('What does the Tribune article say of ferries?', of('The Herald'))).toBe(false)
})

test('what every passage speaks of names no file, even where the passages that speak most of it stand in files of its name', () => {
  const all = Array.from({ length: 40 }, (_, i) => i)
  const text = (i: number) => (i < 20 ? 'Ferry sails.' : `The ferry ${'carries cars over the wide water '.repeat(9)}.`)
  const library = memoryLibrary(all.map((i) => documentBy(`${i}`, 'A', 2000, text(i))))
  const named = (i: number) => ({ documentId: `${i}`, name: i < 20 ? `ferry-${i}` : `deck${i}`, kind: 'file' as const })
  const origins = new Origins(all.map(named))
  expect([...understand('ferry carry cars', { library, origins }).named]).toEqual([])
})
