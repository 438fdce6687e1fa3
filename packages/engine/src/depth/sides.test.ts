import { describe, expect, test } from 'vitest'
import { Origins } from '#question/origins.ts'
import { understand } from '#question/question.ts'
import { memoryLibrary } from '../../test/memory-library.ts'
import type { SourceDocument } from '../types.ts'
import { Sides } from './sides.ts'
import { Subject } from './subject.ts'

const TEXTS = {
  strike: 'The strike of the dockers went on for weeks.',
  houses: 'The lack of cheap houses for workers was felt in every town.',
  lack: 'There was no lack of bread.',
  bread: 'Bread was baked with rye.',
}
const documents = Object.entries(TEXTS).map(
  ([id, text]): SourceDocument => ({ id, url: `urn:${id}`, title: 'A paper', text, sourceType: 'text' }),
)
const library = memoryLibrary(documents)

function sidesOf(text: string) {
  const question = understand(text, { library, origins: new Origins(library.origins()) })
  const sides = new Sides(text, new Subject(question))
  const quotationOf = (id: keyof typeof TEXTS) => {
    const document = documents.find((each) => each.id === id)
    if (!document) throw new Error(id)
    return { document, start: 0, end: TEXTS[id].length, quote: TEXTS[id] }
  }
  return { sides, isOnOne: (id: keyof typeof TEXTS) => sides.isOnOne(quotationOf(id)), quotationOf }
}

const ASKED = 'How did mayors respond to the strike and to the lack of cheap houses for workers?'

describe('a question asks about things apart', () => {
  test('where they stand after the same word, before "and" and after it', () => {
    expect(sidesOf(ASKED).sides.written).toEqual(['the strike', 'the lack of cheap houses for workers'])
    expect(sidesOf('What was said to dockers of the strike and of bread?').sides.written).toHaveLength(2)
  })

  test('each with what it asks of both', () => {
    const { sides, isOnOne } = sidesOf('How did dockers speak of rye in bread and in towns?')
    expect(sides.written).toEqual(['rye bread', 'rye towns'])
    expect(isOnOne('bread')).toBe(true)
    expect(isOnOne('houses')).toBe(false)
  })

  test('and not where one word stands before both, or one of them says nothing', () => {
    expect(sidesOf('How did mayors respond to the strike and the lack of cheap houses?').sides.written).toEqual([])
    expect(sidesOf('Which mayor, blamed for the strike and for bread, built houses?').sides.written).toEqual([])
    expect(sidesOf('How did mayors respond to the strike and to it?').sides.written).toEqual([])
    expect(sidesOf('How did mayors respond to bread with rye and to bread?').sides.written).toEqual([])
  })
})

test('a sentence is on one of them where it holds enough of that one; a word of it alone may be of anything', () => {
  const { isOnOne } = sidesOf(ASKED)
  expect(isOnOne('strike')).toBe(true)
  expect(isOnOne('houses')).toBe(true)
  expect(isOnOne('lack')).toBe(false)
  expect(isOnOne('bread')).toBe(false)
  expect(sidesOf('How did mayors respond to the strike?').isOnOne('strike')).toBe(false)
})

test('whether a sentence holds enough of some words of the subject is told by what they say', () => {
  const { sides, quotationOf } = sidesOf(ASKED)
  expect(sides.holds(quotationOf('lack'), new Set(['lack']))).toBe(true)
  expect(sides.holds(quotationOf('lack'), new Set(['lack', 'cheap', 'worker']))).toBe(false)
})
