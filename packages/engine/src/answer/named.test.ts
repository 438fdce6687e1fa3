import { expect, test } from 'vitest'
import { readMarkdown } from '#corpus/readers/markdown.ts'
import { documentOf, quoted } from '../../test/quoted.ts'
import { named } from './named.ts'

const document = documentOf(
  'Canal',
  readMarkdown(`# Canal

## lockSize

Says how long a lock is. It is measured in feet.

## Locks and keepers

A lock has a keeper who sees to it.

He sleeps in the tower.

${'The keeper has a long way home, by the lake. '.repeat(6)}

This is why towers were built.

## 3.4. Dues

This is what ships pay.

## Usage

Ships come by day.

## lock.open(ship[, keeper])

Opens one.`),
)

function shown(quote: string): string[] {
  return named([quoted(document, quote)], document.blocks).map((each) => each.quote)
}

test('a heading that is a name stands before what it names, another one does not', () => {
  expect(shown('Says how long a lock is.')).toEqual(['lockSize', 'Says how long a lock is.'])
  expect(shown('Opens one.')).toEqual(['lock.open(ship[, keeper])', 'Opens one.'])
  expect(shown('Ships come by day.')).toEqual(['Ships come by day.'])
  expect(shown('It is measured in feet.')).toEqual(['lockSize', 'It is measured in feet.'])
})

test('what a pronoun speaks of stands before it: the paragraph above, its last sentence, or the heading', () => {
  expect(shown('He sleeps in the tower.')).toEqual(['A lock has a keeper who sees to it.', 'He sleeps in the tower.'])
  expect(shown('This is why')).toEqual(['The keeper has a long way home, by the lake.', 'This is why'])
  expect(shown('This is what')).toEqual(['Dues', 'This is what'])
})

test('a term that is a question is known to who asks it, unless it is replied to', () => {
  const behind = (answer: string) => {
    const [asked, text] = ['How is it opened?', `How is it opened?\n${answer}`]
    const blocks = [
      { start: 0, end: asked.length, kind: 'heading' as const, level: 7, path: [] },
      { start: asked.length + 1, end: text.length, kind: 'paragraph' as const, path: [asked] },
    ]
    return named([quoted(documentOf('Canal', { text, blocks }), answer)], blocks).map((each) => each.quote)
  }
  expect(behind('The rope is pulled.')).toEqual(['The rope is pulled.'])
  expect(behind('No, it falls open.')).toEqual(['How is it opened?', 'No, it falls open.'])
})
