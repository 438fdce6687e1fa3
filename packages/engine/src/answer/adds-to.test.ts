import { expect, test } from 'vitest'
import { readMarkdown } from '#corpus/readers/markdown.ts'
import { Origins } from '#question/origins.ts'
import { understand } from '#question/question.ts'
import { memoryLibrary } from '../../test/memory-library.ts'
import { documentOf, quoted } from '../../test/quoted.ts'
import { addsTo } from './adds-to.ts'

const ALL = 'The upper gate is the end of the canal.'
const document = documentOf('Canal', readMarkdown(`${ALL}\n\nThe upper gate is old.\n\nIt floats.`))
const part = (words: string) => quoted(document, words)
const adds = (text: string) =>
  addsTo(understand(text, { library: memoryLibrary([document]), origins: new Origins([]) }))
const WHAT = 'What is the upper gate?'

test('what a thing is is told once', () => {
  expect(adds(WHAT)([part('The upper gate is old.')], [part(ALL)])).toBe(false)
  expect(adds('Where is the upper gate?')([part('The upper gate is old.')], [part(ALL)])).toBe(true)
})

test('beside little of the question, and where it holds more of it, anything adds to it', () => {
  expect(adds(WHAT)([part(ALL)], [part('It floats.')])).toBe(true)
  expect(adds('What is the upper gate of the old lake?')([part('The upper gate is old.')], [part(ALL)])).toBe(true)
})
