import { expect, test } from 'vitest'
import { readMarkdown } from '#corpus/readers/markdown.ts'
import { Origins } from '#question/origins.ts'
import { understand } from '#question/question.ts'
import { memoryLibrary } from '../../test/memory-library.ts'
import { documentOf, quoted } from '../../test/quoted.ts'
import { addsTo } from './adds-to.ts'

const ALL = 'The keeper opens the upper gate.'
const document = documentOf('Canal', readMarkdown(`${ALL}\n\nThe keeper sleeps.\n\nHe comes at dawn.`))
const part = (words: string) => quoted(document, words)
const adds = addsTo(
  understand('When does the keeper open the upper gate at dawn?', {
    library: memoryLibrary([document]),
    origins: new Origins([]),
  }),
)

test('beside most of a question only what holds the rest of it adds anything', () => {
  expect(adds([part('The keeper sleeps.')], [part(ALL)])).toBe(false)
  expect(adds([part('He comes at dawn.')], [part(ALL)])).toBe(true)
})

test('beside little of it anything may', () => {
  expect(adds([part('He comes at dawn.')], [part('The keeper sleeps.')])).toBe(true)
  expect(adds([part('The keeper sleeps.')], [part('The keeper sleeps.')])).toBe(true)
})

test('what another document says adds to it, unless it is asked what a thing is', () => {
  const other = documentOf('Lake', readMarkdown('The keeper sleeps.'))
  const said = [quoted(other, 'The keeper sleeps.')]
  expect(adds(said, [part(ALL)])).toBe(true)
  const question = understand('What is the upper gate?', {
    library: memoryLibrary([document]),
    origins: new Origins([]),
  })
  expect(addsTo(question)(said, [part(ALL)])).toBe(false)
})
