import { expect, test } from 'vitest'
import { Origins } from '#question/origins.ts'
import { understand } from '#question/question.ts'
import { memoryLibrary } from '../../test/memory-library.ts'
import { attributeFeatures } from './lead-attribute.ts'

const measure = (question: string) =>
  attributeFeatures(understand(question, { library: memoryLibrary([]), origins: new Origins([]) }))

test('what stands under the name of what is asked for counts by what it holds of that of which it is asked', () => {
  const features = measure('What is the default name of the ferry flag?')
  expect(features({ label: 'name', held: new Set(['ferri', 'flag']) })).toMatchObject({ attribute: 1 })
  expect(features({ label: 'name', held: new Set(['flag']) })).toMatchObject({ attribute: 0.5 })
  expect(features({ label: 'names of ferries', held: new Set(['ferri', 'flag']) })).toMatchObject({ attribute: 0 })
  expect(measure('Why name a flag?')({ label: 'name', held: new Set(['flag']) })).toMatchObject({ attribute: 0 })
})

test.each([
  ['How large may a load be?', 'minLoad', 1],
  ['How large may a load be?', 'maxLoad', 0],
  ['What is the largest load?', 'options.minLoad', 1],
  ['What is the smallest load?', 'max-load', 1],
  ['What is the smallest load?', 'minimum load', 0],
  ['What is the largest load?', 'minute', 0],
  ['What is the largest load?', 'adminLoad', 0],
  ['How large is a load?', 'minLoad', 0],
])('for %s, %s is about the other bound: %i', (question, label, contraryBound) => {
  expect(measure(question)({ label, held: new Set() })).toMatchObject({ contraryBound })
})
