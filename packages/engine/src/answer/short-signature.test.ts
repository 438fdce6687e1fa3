import { expect, test } from 'vitest'
import { readMarkdown } from '#corpus/readers/markdown.ts'
import { documentOf, quoted, written } from '../../test/quoted.ts'
import { withShortSignature } from './short-signature.ts'

const LONG = 'class boats.Ferry(name, length=None, *, crew=(), cargo=None)'
const SHORT = 'boats.open(lock, keeper)'
const document = documentOf('Boats', readMarkdown(`# Boats\n\n## ${LONG}\n\nIt floats.\n\n## ${SHORT}\n\nOpens one.\n`))
const shown = (words: readonly string[], shows = false) =>
  written(
    withShortSignature(
      words.map((each) => quoted(document, each)),
      () => shows,
    ),
  )

test('of a long line of what something is called with its name is shown', () => {
  expect(shown([LONG, 'It floats.'])).toBe('class boats.Ferry: It floats.')
})

test('a short one stays, and one that shows the value, or is all there is', () => {
  expect(shown([SHORT, 'Opens one.'])).toBe(`${SHORT}: Opens one.`)
  expect(shown([LONG, 'It floats.'], true)).toBe(`${LONG}: It floats.`)
  expect(shown([LONG])).toBe(LONG)
})
