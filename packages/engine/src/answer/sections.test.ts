import { expect, test } from 'vitest'
import { readMarkdown } from '#corpus/readers/markdown.ts'
import { documentOf, quoted } from '../../test/quoted.ts'
import { isOfSection } from './sections.ts'

test.each([
  ['a page of a manual without sections', '```sh\nfill lake\n```', true],
  ['a page with a table', '| Lock | Height |\n| --- | --- |\n| upper | 3 m |', true],
  ['a page with sections', '## Locks\n\nThey lift ships.', true],
  ['a story', 'The keeper went home.', false],
])('%s', (_, rest, isSection) => {
  const document = documentOf('Canal', readMarkdown(`# Canal\n\nIt joins two lakes.\n\n${rest}\n`))
  expect(isOfSection(quoted(document, 'It joins two lakes.'))).toBe(isSection)
})

test('a page that is called by a number is a section', () => {
  const isSection = (title: string) =>
    isOfSection(quoted(documentOf(title, readMarkdown(`# ${title}\n\nIt joins two lakes.\n`)), 'It joins two lakes.'))
  expect(['2.5. The Canal', 'B.1. The Canal', 'Appendix B. The Canal'].map(isSection)).toEqual([true, true, true])
  expect(['The Canal', '2 Canals', 'A Canal.'].map(isSection)).toEqual([false, false, false])
})
