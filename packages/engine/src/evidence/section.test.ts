import { expect, test } from 'vitest'
import { readMarkdown } from '#corpus/readers/markdown.ts'
import { readText } from '#corpus/readers/text.ts'
import type { Block, SourceDocument } from '../types.ts'
import { placeOf } from './section.ts'

function placeIn({ text, blocks = [] }: { text: string; blocks?: readonly Block[] }, words: string): string {
  const document: SourceDocument = { id: 'd', url: 'urn:d', title: 'Lock', text, blocks, sourceType: 'document' }
  const at = text.indexOf(words)
  return placeOf('Lock', { document, block: blocks.find(({ end }) => end > at) })
}

test('a place is named by the heading above it, and not by the term that its item begins with', () => {
  const page = readMarkdown('# Lock\n\nIt opens.\n\n## Gates\n\n- `up`: it opens.\n- `down`: it shuts.\n\nMore.')
  expect(placeIn(page, 'It opens')).toBe('Lock')
  expect(placeIn(page, '`up`')).toBe('Lock › Gates')
  expect(placeIn(page, 'it shuts')).toBe('Lock › Gates')
  expect(placeIn(page, 'More')).toBe('Lock › Gates')
})

test('a term in a line of its own stands behind the heading, as it is first written', () => {
  const page = readMarkdown('## Gates\n\n<dl><dt>rate &lt;n></dt><dt>speed &lt;n></dt><dd>How fast.</dd></dl>')
  expect(placeIn(page, 'How fast')).toBe('Lock › Gates › rate')
  expect(placeIn(readText('Locks open.'), 'Locks')).toBe('Lock')
})

test('a heading that occurs more than once stands behind those above it, up to one that tells it from the others', () => {
  const log = readMarkdown(
    '# Lock\n\n## 3.0\n\n### Added\n\nA bell.\n\n## 2.0\n\n### Added\n\nA light.\n\n### Lost\n\nA key.',
  )
  expect(placeIn(log, 'A light')).toBe('Lock › 2.0 › Added')
  expect(placeIn(log, 'A key')).toBe('Lock › Lost')
})
