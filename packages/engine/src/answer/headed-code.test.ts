import { expect, test } from 'vitest'
import { readMarkdown } from '#corpus/readers/markdown.ts'
import { documentOf, quoted, written } from '../../test/quoted.ts'
import { withHeading } from './headed-code.ts'

const shown = (heading: string, words = 'gate open') =>
  written(
    withHeading([
      quoted(documentOf('Canal', readMarkdown(`# Canal\n\n${heading}\n\n    gate open\n\nIt is open.\n`)), words),
    ]),
  )

test('code that an answer begins with stands below the heading that says what it does', () => {
  expect(shown('## Opening a gate')).toMatch(/^Opening a gate:\n\n```/)
  expect(shown('## How is it opened?')).toMatch(/^How is it opened\?\n\n```/)
  expect(shown('## Getting Started')).toMatch(/^```/)
  expect(shown('')).toMatch(/^```/)
  expect(shown('## Opening a gate', 'It is open.')).toBe('It is open.')
})
