import { expect, test } from 'vitest'
import { readHtml } from './html.ts'
import { readText } from './text.ts'

test('what says when the page changed, or what its authors have to do, and nothing else, is none of its text', () => {
  const kinds = (html: string) => readHtml(html).blocks?.map(({ kind }) => kind)
  const footer = '<p>Locks.<p><small>This page last modified on <a>2022-06-24 16:56:23</a> UTC</small>'
  expect(kinds(footer)).toEqual(['paragraph', 'furniture'])
  expect(kinds('<p>Last updated: June 3, 2024<p>Page last edited at noon, 2024-06-03.')).toEqual([
    'furniture',
    'furniture',
  ])
  expect(kinds('<p>Last updated on 2024 boats. Others go.<p>The lock was last updated in 2020.')).toEqual([
    'paragraph',
    'paragraph',
  ])
  expect(readText('Locks are slow.\n\nLast updated: June 3, 2024\n').blocks?.map(({ kind }) => kind)).toEqual([
    'paragraph',
    'furniture',
  ])
  expect(kinds('<p>Locks.<p>FIXME: Add the key here too?')).toEqual(['paragraph', 'furniture'])
})

test('what is typed below the title of an example is one block of code, up to running text', () => {
  const text = `Keepers write letters.

Example 3.9. Letters of the keeper that go to
the lake

set harbour=lake

source letters/upper
source letters/lower

To use them, the keeper merely writes the name of the lake.

Example 3.10. The last letter

It is sent in the evening, by the keeper of the lake.
`
  expect(readText(text).blocks?.map(({ kind }) => kind)).toEqual([
    'paragraph',
    'caption',
    'code',
    'paragraph',
    'paragraph',
    'paragraph',
  ])
})
