import { expect, test } from 'vitest'
import { memoryLibrary } from '../../test/memory-library.ts'
import { Origins } from './origins.ts'
import { understand } from './question.ts'

const collection = { library: memoryLibrary([]), origins: new Origins([]) }

test('the letter of an option weighs little, a letter that is a word does not', () => {
  const { weights } = understand('What does set -o pipefail do?', collection)
  expect(weights.get('o') ?? 0).toBeLessThan((weights.get('pipefail') ?? 0) / 2)
  const vitamin = understand('What does vitamin C do?', collection).weights
  expect(vitamin.get('c')).toBe(vitamin.get('vitamin'))
})

test('how a document begins is read for what asks what a thing is', () => {
  expect(understand('What is a lock?', collection).goal.readsOpening).toBe(true)
  expect(understand('How does a lock work?', collection).goal.readsOpening).toBe(false)
})
