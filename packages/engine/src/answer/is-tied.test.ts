import { expect, test } from 'vitest'
import { readMarkdown } from '#corpus/readers/markdown.ts'
import { documentOf, quoted } from '../../test/quoted.ts'
import { isTied } from './is-tied.ts'

const SECTIONS = `# Locks

## Gates

This part closes the lock. Gates have two wings. These wings are heavy. It is opened slowly. This option is rare.
`

test('what "these" stands for was said before, unless the sentence opens its section or speaks of the entry itself', () => {
  const document = documentOf('Locks', readMarkdown(SECTIONS))
  const tied = (words: string) => isTied(quoted(document, words))
  expect(tied('These wings are heavy.')).toBe(true)
  expect(tied('This part closes the lock.')).toBe(false)
  expect(tied('It is opened slowly.')).toBe(false)
  expect(tied('Gates have two wings.')).toBe(false)
})
