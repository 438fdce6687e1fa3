import { expect, test } from 'vitest'
import { memoryLibrary } from '../../test/memory-library.ts'
import { Origins } from './origins.ts'
import { understand } from './question.ts'

const collection = { library: memoryLibrary([]), origins: new Origins([]) }

test('how a document begins is read for what asks what a thing is', () => {
  expect(understand('What is a lock?', collection).goal.readsOpening).toBe(true)
  expect(understand('How does a lock work?', collection).goal.readsOpening).toBe(false)
})

test('symbols of a question are terms of it', () => {
  const { terms, goal } = understand('What does ** do in a path?', collection)
  expect(terms).toContain('**')
  expect(goal.terms('A `**` matches.').map(({ term }) => term)).toContain('**')
})
